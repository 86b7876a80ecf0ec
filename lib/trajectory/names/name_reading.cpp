#include "name_reading.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../ground/text/number.h"
#include "joint_words.h"

namespace invdyn {
namespace {

using Joints = NameReading::Joints;

Words with_joint_word(const Words& words, std::size_t begin, std::size_t count) {
  Words pattern(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(begin));
  pattern.emplace_back(joint_word);
  pattern.insert(pattern.end(), words.begin() + static_cast<std::ptrdiff_t>(begin + count), words.end());
  return pattern;
}

Words without(Words words, const Words& others) {
  std::erase_if(words, [&](const std::string& word) {
    return std::find(others.begin(), others.end(), word) != others.end();
  });
  return words;
}

// Columns of one pattern: a quantity of several joints.
struct Group {
  WordsMeaning meaning = {};
  Joints way = Joints::by_name;
  std::map<std::size_t, std::size_t> columns = {};  // by joint
  std::vector<std::size_t> left_over = {};
  bool is_certain = true;
  bool is_whole = false;  // all its columns are taken, those with a meaning too

  bool covers(const JointList& joints) const {
    return std::all_of(joints.begin(), joints.end(), [&](std::size_t j) { return columns.contains(j); });
  }

  bool is_command() const { return meaning.values == ValuesOf::command; }

  // Less is better: measured before commanded values, known words before unknown ones. Names and numbers
  // are equal: if the log has both, either may be right.
  int rank() const {
    return 1000 * is_command() + 100 * meaning.has_unknown_words + 10 * static_cast<int>(meaning.values) +
           2 * !meaning.names_quantity + meaning.is_of_motor;
  }
};

class Reader {
 public:
  Reader(const UnreadColumns& columns, const Robot& robot, const std::vector<std::string>& locked)
      : columns_(columns), robot_(robot), joints_(names_of_joints(robot, locked)) {
    for (const std::string& name : joints_.names()) {
      moving_.emplace_back();
      for (std::size_t j = 0; j < robot.dof(); ++j)
        if (robot.moving_joint(j).name == name) moving_.back() = j;
    }
    for (const std::string& name : columns.names) {
      const std::optional<StatedUnit> stated = stated_unit(name);
      units_.push_back(stated ? stated->unit : nullptr);
      words_.push_back(words_in(stated ? stated->before : name));
    }
    tell_accelerations();
    for (const Words& words : words_) named_.push_back(joints_.in(words));
    find_series();
    find_order_of_rows();
  }

  std::vector<NameReading> readings(const LackingColumns& lacking) const {
    std::vector<Group> all = groups(lacking, false);
    if (robot_.dof() == 1) add_ordered(all);
    std::vector<NameReading> found = readings_of(lacking, all);
    if (found.empty() && robot_.dof() > 1) {
      add_ordered(all);
      found = readings_of(lacking, all);
    }
    if (found.empty()) found = readings_of(lacking, all_columns_in_order(lacking));
    if (found.empty()) found = partial_readings(lacking);
    if (found.empty()) found = readings_of(lacking, groups(lacking, true));
    if (found.size() > 1)
      for (NameReading& reading : found) reading.is_certain = false;
    return found;
  }

 private:
  // A pattern, and the quantity of the units at the end of its names. Joints of one log can have several
  // units.
  using Key = std::pair<Words, std::optional<Quantity>>;
  using Families = std::map<Key, std::map<std::size_t, std::size_t>>;

  // In the order of the file, as programs number them. Those that are locked have columns too.
  static std::vector<std::string> names_of_joints(const Robot& robot,
                                                  const std::vector<std::string>& locked) {
    std::vector<std::string> names;
    for (const Joint& joint : robot.joints())
      if ((joint.moves() && !joint.mimic) ||
          std::find(locked.begin(), locked.end(), joint.name) != locked.end())
        names.push_back(joint.name);
    return names;
  }

  // `a` and `alpha` are accelerations beside `v` and `omega`; otherwise `a` is an axis.
  void tell_accelerations() {
    const std::set<Words> all(words_.begin(), words_.end());
    for (Words& words : words_)
      for (std::string& word : words) {
        if (word != "a" && word != "alpha") continue;
        const std::string acceleration = word;
        word = acceleration == "a" ? "v" : "omega";
        word = all.contains(words) ? "acceleration" : acceleration;
      }
  }

  bool is_free(std::size_t column) const { return !columns_.taken[column]; }

  Key key_of(Words pattern, std::size_t column) const {
    return {std::move(pattern), units_[column] ? std::optional(units_[column]->quantity) : std::nullopt};
  }

  // By its own words, and the unit at its end.
  std::optional<WordsMeaning> meaning_of_column(std::size_t column, const Words& pattern) const {
    std::optional<WordsMeaning> meaning = meaning_of(pattern, joints_.all());
    const ColumnUnit* const unit = units_[column];
    if (!meaning || !unit) return meaning;
    if (!meaning->names_quantity) {
      meaning->quantity = unit->quantity;
      meaning->is_current = unit->is_of_current;
    } else if (!unit_of(*unit, meaning->quantity)) {
      return std::nullopt;
    }
    meaning->is_current = unit->is_of_current;
    return meaning;
  }

  // That the name states, for the quantity: deg/s for velocities in deg. Null: none.
  const ColumnUnit* unit_in(std::size_t column, const WordsMeaning& meaning) const {
    return units_[column] ? unit_of(*units_[column], meaning.quantity) : meaning.unit;
  }

  // Adds a group if its columns have a meaning, with units that fit the joints.
  void add(std::vector<Group>& groups, const Words& pattern, Group group) const {
    if (group.columns.empty()) return;
    const std::optional<WordsMeaning> meaning = meaning_of_column(group.columns.begin()->second, pattern);
    const bool is_by_number = group.way == Joints::by_number || group.way == Joints::by_first_row;
    if (!meaning || (is_by_number && meaning->names_part)) return;
    if (!meaning->names_quantity && meaning->has_unknown_words &&
        !(is_by_number ? follows_joint(pattern) : robot_.dof() > 1 && group.columns.size() == robot_.dof()))
      return;
    for (const auto& [joint, column] : group.columns) {
      const ColumnUnit* const unit = unit_in(column, *meaning);
      if (unit && !unit->is_of(meaning->quantity, robot_.moving_joint(joint), meaning->is_current)) return;
      const std::optional<JointWords::Found>& named = named_[column];
      if (is_by_number && named && moving_[named->joint] != joint && group.way == Joints::by_number)
        group.is_certain = false;  // the name of another joint
    }
    if (meaning->has_unknown_words || (meaning->names_part && !meaning->names_quantity) ||
        !group.left_over.empty())
      group.is_certain = false;
    if (is_by_number && !meaning->names_quantity && meaning->values == ValuesOf::unknown &&
        !names_joints(pattern))
      group.is_certain = false;
    if (group.way == Joints::by_number && (lacks_names_of_rows_ || is_joint_state(pattern)))
      group.is_certain = false;
    if (group.way == Joints::by_order && (robot_.dof() > 1 || !meaning->sides.empty()))
      group.is_certain = false;
    group.meaning = *meaning;
    groups.push_back(std::move(group));
  }

  // `data_0` need not be of a joint.
  static bool names_joints(const Words& pattern) {
    constexpr std::string_view words[] = {"joint", "joints", "jnt", "jnts",  "j",  "axis",
                                          "axes",  "a",      "ax",  "servo", "dof"};
    return pattern.size() == 1 || std::find_first_of(pattern.begin(), pattern.end(), std::begin(words),
                                                     std::end(words)) != pattern.end();
  }

  static bool follows_joint(const Words& pattern) {
    const auto at = std::find(pattern.begin(), pattern.end(), joint_word);
    return at != pattern.begin() && at != pattern.end() && (*(at - 1) == "joint" || *(at - 1) == "axis");
  }

  // `field.position0` of ROS, which has joints in any order.
  static bool is_joint_state(const Words& pattern) {
    if (pattern.size() < 2 || pattern.back() != joint_word) return false;
    constexpr std::string_view arrays[] = {"position", "velocity", "effort"};
    if (std::find(std::begin(arrays), std::end(arrays), pattern[pattern.size() - 2]) == std::end(arrays))
      return false;
    constexpr std::string_view of_messages[] = {"field", "js", "state", "states", "msg"};
    return pattern.size() == 2 || std::find_first_of(pattern.begin(), pattern.end(), std::begin(of_messages),
                                                     std::end(of_messages)) != pattern.end();
  }

  std::vector<Group> groups(const LackingColumns& lacking, bool with_left_over) const {
    std::vector<Group> all;
    add_named(all);
    for (const JointList& joints : std::set<JointList>(lacking.joints.begin(), lacking.joints.end()))
      add_numbered(all, joints, with_left_over);
    return all;
  }

  // Two patterns of a quantity can differ in words that say nothing, such as the path of each joint. They are
  // one if no pattern has all joints.
  void add_named(std::vector<Group>& groups) const {
    std::map<Key, std::map<std::size_t, std::size_t>> exact, loose;
    std::set<Key> repeated, loosely_repeated, unknown;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::optional<JointWords::Found>& found = named_[i];
      if (!found || !moving_[found->joint] || !is_free(i)) continue;
      const std::size_t joint = *moving_[found->joint];
      const Key pattern = key_of(with_joint_word(words_[i], found->begin, found->count), i);
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, pattern.first);
      if (!meaning) continue;
      const Key known = key_of(without(pattern.first, meaning->others), i);
      if (!exact[pattern].emplace(joint, i).second) repeated.insert(pattern);
      if (!meaning->names_quantity && meaning->has_unknown_words) continue;
      if (!loose[known].emplace(joint, i).second) loosely_repeated.insert(known);
      if (meaning->has_unknown_words) unknown.insert(known);
    }
    for (const auto& [key, columns] : exact)
      if (!repeated.contains(key))
        add(groups, key.first, {.columns = columns, .left_over = left_over_of(columns)});
    for (const auto& [key, columns] : loose)
      if (!loosely_repeated.contains(key) && !exact.contains(key))
        add(groups, key.first,
            {.columns = columns, .left_over = left_over_of(columns), .is_certain = !unknown.contains(key)});
  }

  // Of a series by number that has some of these columns: the others, such as `joint_7` on six joints.
  std::vector<std::size_t> left_over_of(const std::map<std::size_t, std::size_t>& columns) const {
    std::set<std::size_t> taken, others;
    for (const auto& [joint, column] : columns) taken.insert(column);
    for (const std::size_t column : taken)
      for (const Series::value_type* series : series_of_[column])
        for (const auto& [number, same] : series->second)
          for (const std::size_t i : same)
            if (!taken.contains(i) && !named_[i] && is_free(i)) others.insert(i);
    return {others.begin(), others.end()};
  }

  using Series = std::map<Key, std::map<unsigned long, std::vector<std::size_t>>>;

  // The columns of each pattern by number; numbered_: those from 0 or 1 without a gap.
  void find_series() {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::size_t at = 0; at < words_[i].size(); ++at)
        if (is_number_word(words_[i][at]))
          series_[key_of(with_joint_word(words_[i], at, 1), i)][std::stoul(words_[i][at])].push_back(i);
    series_of_.resize(words_.size());
    for (const Series::value_type& each : series_) {
      unsigned long expected = each.second.begin()->first;
      const bool is_from_begin = expected <= 1;
      std::vector<std::size_t> list;
      for (const auto& [number, same] : each.second) {
        for (const std::size_t i : same) series_of_[i].push_back(&each);
        if (number == expected++ && same.size() == 1) list.push_back(same.front());
      }
      if (is_from_begin && list.size() == each.second.size()) numbered_.emplace(each.first, std::move(list));
    }
  }

  void add_numbered(std::vector<Group>& groups, const JointList& lacking, bool with_left_over) const {
    Families families;
    for (const auto& [key, columns] : numbered_) {
      const Words& pattern = key.first;
      const std::size_t count = columns.size();
      const auto free = static_cast<std::size_t>(
          std::count_if(columns.begin(), columns.end(), [&](std::size_t i) { return is_free(i); }));
      if (free == 0) continue;
      const JointList with_number = joints_with_number();
      Group group{.way = Joints::by_number};
      if (std::any_of(columns.begin(), columns.end(),
                      [&](std::size_t i) { return columns_.has_meaning[i]; })) {
        // `joint0` beside the robot's `joint1`
        if (count != joints_.names().size() && count != with_number.size()) continue;
        group.columns = in_order(count == joints_.names().size() ? all_joints() : with_number, columns);
        group.is_certain = false;
        group.is_whole = true;
      } else if (order_of_rows_.size() == count) {
        group.way = Joints::by_first_row;
        for (std::size_t k = 0; k < count; ++k)
          if (order_of_rows_[k]) group.columns.emplace(*order_of_rows_[k], columns[k]);
      } else if (count == joints_.names().size()) {
        group.columns = in_order(all_joints(), columns);
      } else if (count == lacking.size() || (with_left_over && count > lacking.size() && !lacking.empty())) {
        group.columns = in_order(of_file(lacking), columns);
        group.left_over.assign(columns.begin() + static_cast<std::ptrdiff_t>(lacking.size()), columns.end());
        group.is_certain = !has_positions();
      }
      const bool is_whole = group.is_whole;
      add(groups, pattern, std::move(group));
      if (!is_whole) add_to_families(families, key, columns);
    }
    for (const auto& [key, columns] : families)
      add(groups, key.first, {.way = Joints::by_number, .columns = columns});
  }

  // Whether names of joints are columns as they are. Numbers may count these joints too.
  bool has_positions() const {
    return std::find(columns_.has_meaning.begin(), columns_.has_meaning.end(), true) !=
           columns_.has_meaning.end();
  }

  // `FR_0`, `FL_0`: numbers within the joints that share a word.
  void add_to_families(Families& families, const Key& key, const std::vector<std::size_t>& columns) const {
    const Words& pattern = key.first;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      if (pattern[at] == joint_word || is_number_word(pattern[at])) continue;
      const JointList joints = joints_.with(pattern[at]);
      if (joints.size() != columns.size() || joints.size() == joints_.names().size()) continue;
      Words rest = pattern;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
      for (const auto& [joint, column] : in_order(joints, columns))
        families[{rest, key.second}].emplace(joint, column);
    }
  }

  // Columns by their numbers, where the joints are named by the same numbers. `joints` are those of joints_.
  std::map<std::size_t, std::size_t> in_order(JointList joints,
                                              const std::vector<std::size_t>& columns) const {
    if (std::all_of(joints.begin(), joints.end(),
                    [&](std::size_t j) { return joints_.number(j).has_value(); }))
      std::sort(joints.begin(), joints.end(),
                [&](std::size_t a, std::size_t b) { return *joints_.number(a) < *joints_.number(b); });
    std::map<std::size_t, std::size_t> by_joint;
    for (std::size_t k = 0; k < joints.size(); ++k)
      if (moving_[joints[k]]) by_joint.emplace(*moving_[joints[k]], columns[k]);
    return by_joint;
  }

  // As many columns of a quantity as joints, with other names for these: in the order of the file. The only
  // joint needs no name.
  void add_ordered(std::vector<Group>& groups) const {
    std::map<Key, std::vector<std::size_t>> found;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!is_free(i)) continue;
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, words_[i]);
      if (!meaning || !meaning->names_quantity || (meaning->others.empty() && robot_.dof() > 1)) continue;
      Words pattern = robot_.dof() > 1 ? without(words_[i], meaning->others) : words_[i];
      pattern.emplace_back(joint_word);
      found[key_of(std::move(pattern), i)].push_back(i);
    }
    for (const auto& [key, columns] : found)
      if (columns.size() == robot_.dof()) add_in_order(groups, key.first, columns);
  }

  void add_in_order(std::vector<Group>& groups, const Words& pattern,
                    const std::vector<std::size_t>& columns) const {
    Group group{.way = Joints::by_order};
    for (std::size_t j = 0; j < columns.size(); ++j) {
      group.columns.emplace(j, columns[j]);
      const std::optional<JointWords::Found>& named = named_[columns[j]];
      if (named && moving_[named->joint] != j) return;  // the name of another joint
    }
    add(groups, pattern, std::move(group));
  }

  // `Base`, `Shoulder`: as many columns as joints, and nothing else. They are offered as positions.
  std::vector<Group> all_columns_in_order(const LackingColumns& lacking) const {
    std::vector<Group> groups;
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (is_free(i)) columns.push_back(i);
    const auto is_position = [&](std::size_t i) {
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, words_[i]);
      const auto is_letter = [](const std::string& word) {
        return word.size() == 1 && !is_number_word(word);
      };
      return meaning && meaning->quantity == Quantity::q &&  // x, y, z are of the tool
             std::none_of(words_[i].begin(), words_[i].end(), is_letter);
    };
    const auto is_one_series = [&](const auto& each) {
      return each.second.size() == columns.size() && is_free(each.second.front());
    };
    if (robot_.dof() > 1 && columns.size() == robot_.dof() &&
        lacking.of(Quantity::q).size() == robot_.dof() &&
        std::all_of(columns.begin(), columns.end(), is_position) &&
        std::none_of(numbered_.begin(), numbered_.end(), is_one_series))
      add_in_order(groups, {"position", std::string(joint_word)}, columns);
    for (Group& group : groups) group.is_certain = false;
    return groups;
  }

  JointList all_joints() const {
    JointList joints(joints_.names().size());
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j] = j;
    return joints;
  }

  // `panda_joint1`, not `panda_finger_joint1`
  JointList joints_with_number() const {
    JointList joints;
    for (std::size_t j = 0; j < joints_.names().size(); ++j)
      if (joints_.number(j)) joints.push_back(j);
    return joints;
  }

  // Their indices in joints_.
  JointList of_file(const JointList& moving) const {
    JointList joints;
    for (std::size_t j = 0; j < moving_.size(); ++j)
      if (moving_[j] && std::find(moving.begin(), moving.end(), *moving_[j]) != moving.end())
        joints.push_back(j);
    return joints;
  }

  // The names of joints in the rows: one in each of some numbered columns, or all in one. The rows must
  // agree.
  void find_order_of_rows() {
    std::vector<std::vector<std::size_t>> lists;  // columns with names
    for (std::size_t i = 0; i < words_.size() && !columns_.rows.empty(); ++i)
      if (holds_text(i)) lists.push_back({i});
    if (lists.empty()) return;
    for (const auto& [key, columns] : numbered_)
      if (std::all_of(columns.begin(), columns.end(), [&](std::size_t i) { return holds_text(i); }))
        lists.push_back(columns);
    for (const std::vector<std::size_t>& list : lists) {
      const auto order = order_in(list, columns_.rows.front());
      if (order.empty()) continue;
      if (order_of_rows_.empty()) order_of_rows_ = order;
      for (const auto& row : columns_.rows)
        if (order_in(list, row) != order_of_rows_) lacks_names_of_rows_ = true;
    }
    const auto is_called_names = [&](std::size_t i) {
      return std::any_of(words_[i].begin(), words_[i].end(),
                         [](const std::string& word) { return word == "name" || word == "names"; });
    };
    if (order_of_rows_.empty())
      for (const std::vector<std::size_t>& list : lists)
        if (is_called_names(list.front())) lacks_names_of_rows_ = true;
    if (lacks_names_of_rows_) order_of_rows_.clear();
  }

  bool holds_text(std::size_t column) const {
    const std::vector<std::string>& row = columns_.rows.front();
    return column < row.size() && !row[column].empty() && !parse_finite(row[column]);
  }

  // Empty: the names are not those of all joints, once each.
  std::vector<std::optional<std::size_t>> order_in(const std::vector<std::size_t>& list,
                                                   const std::vector<std::string>& row) const {
    std::vector<std::optional<std::size_t>> order;
    std::set<std::size_t> joints;
    std::size_t count = 0;
    for (const std::size_t i : list) {
      if (i >= row.size()) return {};
      for (const std::string& name : list.size() > 1 ? std::vector{row[i]} : names_in_list(row[i])) {
        const std::optional<JointWords::Found> found = joints_.in(words_in(name));
        order.push_back(found ? moving_[found->joint] : std::nullopt);
        if (!order.back()) continue;
        joints.insert(*order.back());
        ++count;
      }
    }
    if (joints.size() != robot_.dof() || count != joints.size()) order.clear();
    return order;
  }

  static std::vector<std::string> names_in_list(const std::string& field) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < field.size();) {
      const std::size_t end = std::min(field.find_first_of("[](){},;'\" |", begin), field.size());
      if (end > begin) names.push_back(field.substr(begin, end - begin));
      begin = end + 1;
    }
    return names;
  }

  // The columns of a quantity: the best groups among those that fit.
  template <class Fits>
  std::vector<const Group*> best(const std::vector<Group>& groups, Quantity quantity,
                                 const LackingColumns& lacking, const Fits& fits) const {
    std::map<std::map<std::size_t, std::size_t>, const Group*> of_columns;
    std::vector<const Group*> found;
    if (lacking.of(quantity).empty()) return found;
    for (const Group& group : groups) {
      if (group.meaning.quantity != quantity || !group.covers(lacking.of(quantity)) || !fits(group)) continue;
      const auto is_taken = [&](std::size_t joint) {
        return !group.is_whole && columns_.taken[group.columns.at(joint)];
      };
      if (std::any_of(lacking.of(quantity).begin(), lacking.of(quantity).end(), is_taken)) continue;
      if (quantity == Quantity::tau && group.meaning.is_current != lacking.currents) continue;
      if (!found.empty() && group.rank() > found.front()->rank()) continue;
      if (!found.empty() && group.rank() < found.front()->rank()) {
        found.clear();
        of_columns.clear();
      }
      if (found.size() < most_name_readings && of_columns.emplace(group.columns, &group).second)
        found.push_back(&group);
    }
    return found;
  }

  std::vector<NameReading> readings_of(const LackingColumns& lacking,
                                       const std::vector<Group>& groups) const {
    std::vector<NameReading> found;
    if (lacking.of(Quantity::q).empty()) {
      NameReading reading = with_rates(lacking, groups, nullptr, true);
      if (reading.mappings.empty()) reading = with_rates(lacking, groups, nullptr, false);
      if (!reading.mappings.empty()) found.push_back(std::move(reading));
    }
    for (const Group* positions : best(groups, Quantity::q, lacking, [](const Group&) { return true; }))
      found.push_back(with_rates(lacking, groups, positions, true));
    return found;
  }

  // Whether a group is of the same joints and of the same source as the positions; null: these have their
  // columns.
  bool belongs(const Group& group, const Group* positions) const {
    if (!group.left_over.empty() || (!group.is_certain && (!positions || positions->is_certain)))
      return false;
    if (group.way != (positions ? positions->way : Joints::by_name) && robot_.dof() > 1) return false;
    if (group.meaning.sides != (positions ? positions->meaning.sides : Words())) return false;
    return group.meaning.quantity == Quantity::tau ||
           group.is_command() == (positions && positions->is_command());
  }

  // Adds velocities, accelerations and torques to positions; null: these have their columns. Not strict:
  // others than belong to them, to be offered.
  NameReading with_rates(const LackingColumns& lacking, const std::vector<Group>& groups,
                         const Group* positions, bool is_strict) const {
    NameReading reading;
    reading.is_certain = is_strict;
    if (positions) {
      take(reading, *positions, lacking);
      reading.joints = positions->way;
      reading.has_commands = positions->is_command();
      for (const std::size_t i : positions->left_over) reading.left_over.push_back(columns_.names[i]);
      reading.count = count_in(*positions, lacking.of(Quantity::q));
      reading.is_certain = positions->is_certain && reading.count.empty();
      reading.leaves_commands =
          !positions->is_command() && std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
            return group.is_command() && group.meaning.quantity == Quantity::q &&
                   group.covers(lacking.of(Quantity::q));
          });
    }
    const auto fits = [&](const Group& group) {
      if (is_strict) return belongs(group, positions);
      return group.way != Joints::by_order && group.left_over.empty() &&
             (group.meaning.quantity == Quantity::tau ||
              !(group.is_command() || group.meaning.has_unknown_words));
    };
    bool has_velocities = lacking.of(Quantity::dq).empty();
    for (const Quantity quantity : {Quantity::dq, Quantity::ddq, Quantity::tau}) {
      if (quantity == Quantity::ddq && !has_velocities) continue;
      const std::vector<const Group*> all = best(groups, quantity, lacking, fits);
      if (all.size() != 1) continue;
      take(reading, *all.front(), lacking);
      if (!positions) reading.joints = all.front()->way;
      if (quantity == Quantity::tau) reading.has_commanded_torques = all.front()->is_command();
      has_velocities = true;
    }
    return reading;
  }

  // A column in the first row of whole numbers beyond a turn in degrees; empty: there is none.
  std::string count_in(const Group& positions, const JointList& joints) const {
    constexpr double beyond_degrees = 400;
    std::string found;
    if (columns_.rows.empty() || columns_.rows.front().size() != words_.size()) return found;
    for (const std::size_t joint : joints) {
      const std::size_t i = positions.columns.at(joint);
      const std::optional<double> value = parse_finite(columns_.rows.front()[i]);
      if (!value || *value != std::round(*value) || unit_in(i, positions.meaning)) return "";
      if (std::abs(*value) > beyond_degrees) found = columns_.names[i];
    }
    return found;
  }

  void take(NameReading& reading, const Group& group, const LackingColumns& lacking) const {
    for (const auto& [joint, i] : group.columns) {
      const JointList& wanted = lacking.of(group.meaning.quantity);
      if (!group.is_whole && std::find(wanted.begin(), wanted.end(), joint) == wanted.end()) continue;
      const std::string& name = robot_.moving_joint(joint).name;
      std::string as =
          group.meaning.quantity == Quantity::q ? name : column_name(group.meaning.quantity, name);
      const ColumnUnit* const unit = unit_in(i, group.meaning);
      if (unit && unit != units_[i]) as += ':' + std::string(unit->name);  // not at the name's end
      reading.mappings.push_back({columns_.names[i], std::move(as)});
    }
  }

  // Of a log that has fewer joints than the robot.
  std::vector<NameReading> partial_readings(const LackingColumns& lacking) const {
    const JointList& joints = lacking.of(Quantity::q);
    std::set<JointList> subsets;
    std::vector<JointList> in_order;
    const auto add_subset = [&](const JointList& subset) {
      if (!subset.empty() && subset.size() < joints.size() && subsets.insert(subset).second)
        in_order.push_back(subset);
    };
    std::vector<Group> named;
    add_named(named);
    std::stable_sort(named.begin(), named.end(),
                     [](const Group& a, const Group& b) { return a.columns.size() > b.columns.size(); });
    for (const Group& group : named) {
      if (group.meaning.quantity != Quantity::q || !in_order.empty()) continue;
      JointList subset;
      for (const std::size_t joint : joints)
        if (group.columns.contains(joint)) subset.push_back(joint);
      add_subset(subset);
    }
    if (in_order.empty()) {
      std::size_t most = 0;
      for (const auto& [key, columns] : numbered_) {
        const std::optional<WordsMeaning> meaning = meaning_of_column(columns.front(), key.first);
        if (meaning && !meaning->names_part && meaning->quantity == Quantity::q &&
            (meaning->names_quantity || !meaning->has_unknown_words || follows_joint(key.first)) &&
            columns.size() < joints.size())
          most = std::max(most, columns.size());
      }
      JointList with_number;
      for (const std::size_t j : joints_with_number())
        if (moving_[j] && std::find(joints.begin(), joints.end(), *moving_[j]) != joints.end())
          with_number.push_back(*moving_[j]);
      if (with_number.size() == most || has_positions()) add_subset(with_number);
      const auto count = static_cast<std::ptrdiff_t>(in_order.empty() ? most : 0);
      add_subset({joints.begin(), joints.begin() + count});
      add_subset({joints.end() - count, joints.end()});
    }
    std::vector<NameReading> found;
    for (const JointList& subset : in_order)
      for (NameReading& reading :
           readings_of(narrowed(lacking, subset), groups(narrowed(lacking, subset), false))) {
        for (const std::size_t joint : joints)
          if (std::find(subset.begin(), subset.end(), joint) == subset.end())
            reading.without_column.push_back(robot_.moving_joint(joint).name);
        reading.is_certain = false;
        found.push_back(std::move(reading));
      }
    return found;
  }

  static LackingColumns narrowed(LackingColumns lacking, const JointList& subset) {
    for (JointList& joints : lacking.joints)
      std::erase_if(joints, [&](std::size_t joint) {
        return std::find(subset.begin(), subset.end(), joint) == subset.end();
      });
    return lacking;
  }

  const UnreadColumns& columns_;
  const Robot& robot_;
  JointWords joints_;                               // locked ones too
  std::vector<std::optional<std::size_t>> moving_;  // of each of these its index in the robot; none: locked
  std::vector<Words> words_;                        // of each column, without the unit at its end
  std::vector<const ColumnUnit*> units_;            // at the end of each name
  std::vector<std::optional<JointWords::Found>> named_;  // the joint in each name
  Series series_;
  std::vector<std::vector<const Series::value_type*>> series_of_;  // of each column
  std::map<Key, std::vector<std::size_t>> numbered_;
  std::vector<std::optional<std::size_t>> order_of_rows_;  // joints by number, as the rows name them
  bool lacks_names_of_rows_ = false;                       // there are names, and not those of the joints
};

}  // namespace

std::vector<NameReading> name_readings(const UnreadColumns& columns, const Robot& robot,
                                       const LackingColumns& lacking) {
  constexpr std::size_t most = 1 << 18;  // more take too long, and no log has them
  const bool has_names = std::find(columns.taken.begin(), columns.taken.end(), false) != columns.taken.end();
  if (!has_names || columns.names.size() * robot.dof() > most) return {};
  return Reader(columns, robot, lacking.locked).readings(lacking);
}

}  // namespace invdyn
