#pragma once

#include <map>
#include <vector>

#include "column_words.h"
#include "name_reading.h"

namespace invdyn {

/// Columns of one pattern: a quantity of several joints.
struct NameGroup {
  using Joints = NameReading::Joints;

  /// What has to be guessed, the least first.
  enum class Guess { nothing, order, order_and_meaning, joints_that_lack, numbers_left_over };

  WordsMeaning meaning = {};
  Joints way = Joints::by_name;
  std::map<std::size_t, std::size_t> columns = {};  ///< by joint
  std::vector<std::size_t> left_over = {};          ///< of the same numbers, and of no joint
  Guess guess = Guess::nothing;
  bool is_certain = true;
  bool is_whole = false;  ///< all its columns are taken, those with a meaning too

  bool is_command() const { return meaning.values == ValuesOf::command; }
};

/// What the columns of a log can be by the words of their names, each pattern by itself.
struct NameGroups {
  std::vector<NameGroup> groups;
  std::vector<const ColumnUnit*> last_units;  ///< at the end of each column's name; null: none

  /// The unit that the name states, for the quantity: deg/s for velocities in deg. Null: none.
  const ColumnUnit* unit_in(std::size_t column, const WordsMeaning& meaning) const {
    return last_units[column] ? unit_of(*last_units[column], meaning.quantity) : meaning.unit;
  }
};
NameGroups name_groups(const UnreadColumns& columns, const Robot& robot, const LackingColumns& lacking);

}  // namespace invdyn
