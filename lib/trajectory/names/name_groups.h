#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "joint_words.h"
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
class NameGroups {
 public:
  NameGroups(const UnreadColumns& columns, const Robot& robot, const LackingColumns& lacking);

  const std::vector<NameGroup>& all() const { return groups_; }
  /// The unit that the name states, for the quantity: deg/s for velocities in deg. Null: none.
  const ColumnUnit* unit_in(std::size_t column, const WordsMeaning& meaning) const {
    return units_[column] ? unit_of(*units_[column], meaning.quantity) : meaning.unit;
  }
  /// The unit at the end of the name; null: none.
  const ColumnUnit* last_unit(std::size_t column) const { return units_[column]; }

 private:
  using Columns = std::vector<std::size_t>;
  // A pattern, and the quantity of the units at the end of its names. Joints of one log can have several
  // units.
  using Key = std::pair<Words, std::optional<Quantity>>;
  using Series = std::map<Key, std::map<unsigned long, Columns>>;
  using Joints = NameGroup::Joints;

  void tell_derivatives();
  void find_series();
  void find_order_of_rows();
  std::vector<std::optional<std::size_t>> joints_in_row(const Columns& columns) const;

  Key key_of(Words pattern, std::size_t column) const;
  std::optional<WordsMeaning> meaning_of_column(std::size_t column, const Words& pattern) const;
  bool knows_words(std::size_t column, const WordsMeaning& meaning) const;
  bool is_free(std::size_t column) const { return !columns_.taken[column]; }
  bool has_positions() const;

  void add(const Words& pattern, NameGroup group);
  void add_named(bool is_loose);
  Columns left_over_of(const std::map<std::size_t, std::size_t>& columns) const;
  void add_numbered(const Key& key, const Columns& columns);
  void add_families();
  void add_ordered();
  void add_all_in_order();
  void add_in_order(const Words& pattern, const Columns& columns, NameGroup::Guess guess);
  std::map<std::size_t, std::size_t> by_number(JointList joints, const Columns& columns) const;
  std::vector<JointList> some_of(const JointList& joints, std::size_t count) const;

  const UnreadColumns& columns_;
  const Robot& robot_;
  // Lists of joints are indices into these.
  JointWords joints_;                                    // locked ones too, in the order of the robot's file
  std::vector<std::optional<std::size_t>> moving_;       // of each its index in the robot; none: locked
  JointList all_, with_number_;                          // `panda_joint1`, not `panda_finger_joint1`
  std::set<JointList> lacking_;                          // of a quantity
  std::vector<Words> words_;                             // of each column, without the unit at its end
  std::vector<const ColumnUnit*> units_;                 // at the end of each name
  std::vector<std::optional<JointWords::Found>> named_;  // the joint in each name
  Series series_;
  std::vector<std::vector<const Series::value_type*>> series_of_;  // of each column
  std::map<Key, Columns> numbered_;                                // from 0 or 1 without a gap
  std::vector<std::optional<std::size_t>> order_of_rows_;  // joints by number, as the first row names them
  bool lacks_order_of_rows_ = false;                       // there are names, and not those of the joints
  std::vector<NameGroup> groups_;
};

}  // namespace invdyn
