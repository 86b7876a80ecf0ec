#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "column_target.h"

namespace invdyn {

/// The columns of a log, some of whose names have no meaning by column_names.h.
struct UnreadColumns {
  std::vector<std::string> names;      ///< of all columns; empty: a time, or replaced
  std::vector<bool> taken;             ///< the column has a meaning, or a mapping has it
  std::vector<bool> has_meaning;       ///< by its name
  std::vector<std::string> first_row;  ///< or none; logs of ROS have the joints' names there
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
  bool is_certain = true;  ///< all words are known, and no joint, column or order is left to be guessed
  std::string count;       ///< a column whose positions look like counts of an encoder
  std::string commands;    ///< what a user should know of them, such as `; these positions are commands`
};

/// More readings are not told apart.
inline constexpr std::size_t most_name_readings = 4;

/// The possible readings, the likeliest first. One that is certain is the only one.
std::vector<NameReading> name_readings(const UnreadColumns& columns, const Robot& robot,
                                       const LackingColumns& lacking);

}  // namespace invdyn
