#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "column_target.h"

namespace invdyn {

/// The columns of a log, some of whose names have no meaning by column_names.h.
struct UnreadColumns {
  std::vector<std::string> names;              ///< of all columns; empty: a time, or replaced
  std::vector<bool> taken;                     ///< the column has a meaning, or a mapping has it
  std::vector<bool> has_meaning;               ///< by its name
  std::vector<std::vector<std::string>> rows;  ///< some, or none: logs of ROS have the joints' names there
};

/// The joints that still need a column, by quantity.
struct LackingColumns {
  std::array<std::vector<std::size_t>, all_quantities.size()> joints;
  bool currents = false;            ///< of motors are wanted in place of torques
  std::vector<std::string> locked;  ///< joints that a log counts with the others

  std::vector<std::size_t>& of(Quantity quantity) { return joints[static_cast<std::size_t>(quantity)]; }
  const std::vector<std::size_t>& of(Quantity quantity) const {
    return joints[static_cast<std::size_t>(quantity)];
  }
};

/// A way to read the names of a log: a pattern for each quantity (what is left of the names without the
/// joint), whose columns are those of all joints, once each. Joints are found by their names, else by
/// numbers.
struct NameReading {
  enum class Joints { by_name, by_first_row, by_number, by_order };

  std::vector<ColumnMapping> mappings;
  Joints joints = Joints::by_name;
  std::vector<std::string> without_column;  ///< joints that the log lacks
  std::vector<std::string> left_over;       ///< columns that the robot has no joint for
  bool is_certain = true;        ///< all words are known, and no joint, column or order is left to be guessed
  std::string count;             ///< a column whose positions look like counts of an encoder
  bool leaves_commands = false;  ///< commanded values are there too, and measured ones are taken
  bool has_commands = false;     ///< the positions are commanded ones
  bool has_commanded_torques = false;
};

/// The possible readings, the likeliest first. One that is certain is the only one.
std::vector<NameReading> name_readings(const UnreadColumns& columns, const Robot& robot,
                                       const LackingColumns& lacking);

/// A row without header as `ros2 topic echo --csv` prints messages of type JointState: seconds, nanoseconds
/// and frame, the names of the joints, then their positions, and maybe velocities and efforts. The mappings
/// by column number; empty: it is no such row, or the names are not those of all moving joints.
std::vector<ColumnMapping> mappings_of_row(const std::vector<std::string>& fields, const Robot& robot,
                                           bool with_torques);

/// The lines to type, for an error: `has numbers in place of the names of joints: expected `map`
/// q0=shoulder,...`. `first`: mappings to stand before the others, such as that of the time. Empty: there is
/// no reading, or a name holds a comma, which lists cannot.
std::string offer_text(const std::vector<NameReading>& readings, const std::vector<ColumnMapping>& first);

/// A list for `map`, in quotes if a shell needs them.
std::string mapping_text(const std::vector<ColumnMapping>& mappings);

}  // namespace invdyn
