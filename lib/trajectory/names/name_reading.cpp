#include "name_reading.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "column_words.h"

namespace invdyn {
namespace {

using Words = std::vector<std::string>;
using Joints = NameReading::Joints;
using JointList = std::vector<std::size_t>;

bool is_number(const std::string& word) {
  constexpr std::size_t max_digits = 5;
  return word.size() <= max_digits && word.find_first_not_of("0123456789") == std::string::npos;
}

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

// The names of the joints as words: whole, and without what all of them share (`joint`, the robot's name).
class JointWords {
 public:
  explicit JointWords(const Robot& robot) {
    for (std::size_t j = 0; j < robot.dof(); ++j) whole_.push_back(words_in(robot.moving_joint(j).name));
    cores_ = whole_;
    for (Words& core : cores_) {
      std::erase_if(core, [](const std::string& word) { return word == "joint" || word == "jnt"; });
      all_.insert(all_.end(), core.begin(), core.end());
    }
    while (share([](const Words& core) { return core.front(); }))
      for (Words& core : cores_) core.erase(core.begin());
    while (share([](const Words& core) { return core.back(); }))
      for (Words& core : cores_) core.pop_back();
  }

  struct Found {
    std::size_t joint, begin, count;
  };

  // The joint with the longest name among these words; none: there is none, or two are as long.
  std::optional<Found> in(const Words& words) const {
    std::optional<Found> best;
    bool is_double = false;
    for (std::size_t j = 0; j < whole_.size(); ++j)
      for (const Words* name : {&whole_[j], &cores_[j]}) {
        if (std::all_of(name->begin(), name->end(), is_number)) continue;
        const auto at = std::search(words.begin(), words.end(), name->begin(), name->end());
        if (at == words.end() || (best && name->size() < best->count)) continue;
        const bool is_as_long = best && name->size() == best->count;
        is_double = is_as_long && (is_double || best->joint != j);
        best = Found{j, static_cast<std::size_t>(at - words.begin()), name->size()};
      }
    return is_double ? std::nullopt : best;
  }

  // The number that is all that is left of the joint's name; none: there is more, or less.
  std::optional<unsigned long> number(std::size_t joint) const {
    const Words& core = cores_[joint];
    if (core.size() != 1 || !is_number(core.front())) return std::nullopt;
    return std::stoul(core.front());
  }

  const Words& all() const { return all_; }

  // The joints whose names have this word.
  JointList with(const std::string& word) const {
    JointList joints;
    for (std::size_t j = 0; j < whole_.size(); ++j)
      if (std::find(whole_[j].begin(), whole_[j].end(), word) != whole_[j].end()) joints.push_back(j);
    return joints;
  }

 private:
  template <class WordOf>
  bool share(const WordOf& word_of) const {
    return cores_.size() > 1 && std::all_of(cores_.begin(), cores_.end(), [&](const Words& core) {
             return core.size() > 1 && word_of(core) == word_of(cores_.front());
           });
  }

  std::vector<Words> whole_, cores_;
  Words all_;
};

// Columns of one pattern: a quantity of several joints.
struct Group {
  Words pattern;
  WordsMeaning meaning;
  Joints way = Joints::by_name;
  std::map<std::size_t, std::size_t> columns;  // by joint
  std::vector<std::size_t> left_over;

  bool covers(const JointList& joints) const {
    return std::all_of(joints.begin(), joints.end(), [&](std::size_t j) { return columns.contains(j); });
  }

  // Less is better. Names before numbers, known words before unknown ones, measured before commanded values.
  int rank() const {
    return 1000 * static_cast<int>(way) + 100 * meaning.has_unknown_words +
           10 * static_cast<int>(meaning.values) + 2 * !meaning.names_quantity + meaning.is_of_motor;
  }
};

class Reader {
 public:
  Reader(const UnreadColumns& columns, const Robot& robot)
      : columns_(columns), robot_(robot), joints_(robot) {
    for (const std::string& name : columns.names) {
      const std::optional<StatedUnit> stated = stated_unit(name);
      units_.push_back(stated ? stated->unit : nullptr);
      words_.push_back(words_in(stated ? stated->before : name));
    }
    find_order_of_row();
  }

  std::vector<NameReading> readings(const LackingColumns& lacking) const {
    std::vector<Group> all = groups(lacking, false);
    std::vector<NameReading> found = readings_of(lacking, all);
    if (found.empty()) {
      add_ordered(all);
      found = readings_of(lacking, all);
    }
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
  void add(std::vector<Group>& groups, const Words& pattern, Joints way,
           std::map<std::size_t, std::size_t> columns, std::vector<std::size_t> left_over = {}) const {
    if (columns.empty()) return;
    const std::optional<WordsMeaning> meaning = meaning_of_column(columns.begin()->second, pattern);
    const bool is_by_number = way == Joints::by_number || way == Joints::by_first_row;
    if (!meaning || (is_by_number && meaning->names_part)) return;
    for (const auto& [joint, column] : columns) {
      const ColumnUnit* const unit = unit_in(column, *meaning);
      if (unit && !unit->is_of(meaning->quantity, robot_.moving_joint(joint), meaning->is_current)) return;
    }
    groups.push_back({pattern, *meaning, way, std::move(columns), std::move(left_over)});
  }

  std::vector<Group> groups(const LackingColumns& lacking, bool with_left_over) const {
    std::vector<Group> all;
    add_named(all);
    for (const JointList& joints : std::set<JointList>(lacking.joints.begin(), lacking.joints.end()))
      add_numbered(all, joints, with_left_over);
    return all;
  }

  // Two patterns of a quantity can differ in words that say nothing, such as the path of each joint.
  void add_named(std::vector<Group>& groups) const {
    std::map<Key, std::map<std::size_t, std::size_t>> exact, loose;
    std::set<Key> repeated;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::optional<JointWords::Found> found = joints_.in(words_[i]);
      if (!found) continue;
      const Key pattern = key_of(with_joint_word(words_[i], found->begin, found->count), i);
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, pattern.first);
      if (!meaning) continue;
      const Key known = key_of(without(pattern.first, meaning->others), i);
      if (!exact[pattern].emplace(found->joint, i).second) repeated.insert(pattern);
      if (!loose[known].emplace(found->joint, i).second) repeated.insert(known);
    }
    for (const auto& [key, columns] : exact)
      if (!repeated.contains(key)) add(groups, key.first, Joints::by_name, columns);
    for (const auto& [key, columns] : loose)
      if (!repeated.contains(key) && !exact.contains(key)) add(groups, key.first, Joints::by_name, columns);
  }

  // The columns of each pattern by number, from 0 or 1 without a gap.
  std::map<Key, std::vector<std::size_t>> numbered() const {
    std::map<Key, std::map<unsigned long, std::vector<std::size_t>>> found;
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::size_t at = 0; at < words_[i].size(); ++at)
        if (is_number(words_[i][at]))
          found[key_of(with_joint_word(words_[i], at, 1), i)][std::stoul(words_[i][at])].push_back(i);
    std::map<Key, std::vector<std::size_t>> in_succession;
    for (const auto& [pattern, columns] : found) {
      unsigned long expected = columns.begin()->first;
      if (expected > 1) continue;
      std::vector<std::size_t> list;
      for (const auto& [number, same] : columns)
        if (number == expected++ && same.size() == 1) list.push_back(same.front());
      if (list.size() == columns.size()) in_succession.emplace(pattern, std::move(list));
    }
    return in_succession;
  }

  void add_numbered(std::vector<Group>& groups, const JointList& lacking, bool with_left_over) const {
    Families families;
    for (const auto& [key, columns] : numbered()) {
      const Words& pattern = key.first;
      const std::size_t count = columns.size();
      if (order_of_row_.size() == count) {
        std::map<std::size_t, std::size_t> by_joint;
        for (std::size_t k = 0; k < count; ++k)
          if (order_of_row_[k]) by_joint.emplace(*order_of_row_[k], columns[k]);
        add(groups, pattern, Joints::by_first_row, by_joint);
      } else if (count == robot_.dof()) {
        add(groups, pattern, Joints::by_number, in_order(all_joints(), columns));
      } else if (count == lacking.size() || (with_left_over && count > lacking.size() && !lacking.empty())) {
        const auto end = columns.begin() + static_cast<std::ptrdiff_t>(lacking.size());
        add(groups, pattern, Joints::by_number, in_order(lacking, columns), {end, columns.end()});
      }
      add_to_families(families, key, columns);
    }
    for (const auto& [key, columns] : families) add(groups, key.first, Joints::by_number, columns);
  }

  // `FR_0`, `FL_0`: numbers within the joints that share a word.
  void add_to_families(Families& families, const Key& key, const std::vector<std::size_t>& columns) const {
    const Words& pattern = key.first;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      if (pattern[at] == joint_word || is_number(pattern[at])) continue;
      const JointList joints = joints_.with(pattern[at]);
      if (joints.size() != columns.size() || joints.size() == robot_.dof()) continue;
      Words rest = pattern;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
      for (const auto& [joint, column] : in_order(joints, columns))
        families[{rest, key.second}].emplace(joint, column);
    }
  }

  // By their numbers, where the joints are named by the same numbers.
  std::map<std::size_t, std::size_t> in_order(JointList joints,
                                              const std::vector<std::size_t>& columns) const {
    if (std::all_of(joints.begin(), joints.end(),
                    [&](std::size_t j) { return joints_.number(j).has_value(); }))
      std::sort(joints.begin(), joints.end(),
                [&](std::size_t a, std::size_t b) { return *joints_.number(a) < *joints_.number(b); });
    std::map<std::size_t, std::size_t> by_joint;
    for (std::size_t k = 0; k < joints.size(); ++k) by_joint.emplace(joints[k], columns[k]);
    return by_joint;
  }

  // As many columns of a quantity as joints, with other names for these: in the order of the file. The only
  // joint needs no name.
  void add_ordered(std::vector<Group>& groups) const {
    std::map<Key, std::vector<std::size_t>> found;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, words_[i]);
      if (!meaning || !meaning->names_quantity || (meaning->others.empty() && robot_.dof() > 1)) continue;
      Words pattern = without(words_[i], meaning->others);
      pattern.emplace_back(joint_word);
      found[key_of(std::move(pattern), i)].push_back(i);
    }
    const auto contradicts = [&](const auto& column) {  // the name of another joint
      const std::optional<JointWords::Found> named = joints_.in(words_[column.second]);
      return named && named->joint != column.first;
    };
    for (const auto& [key, columns] : found) {
      if (columns.size() != robot_.dof()) continue;
      const std::map<std::size_t, std::size_t> by_joint = in_order(all_joints(), columns);
      if (std::none_of(by_joint.begin(), by_joint.end(), contradicts))
        add(groups, key.first, Joints::by_order, by_joint);
    }
  }

  JointList all_joints() const {
    JointList joints(robot_.dof());
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j] = j;
    return joints;
  }

  // The names of joints in the first row: one in each of some numbered columns, or all in one.
  void find_order_of_row() {
    const std::vector<std::string>& row = columns_.first_row;
    if (row.size() != words_.size()) return;
    for (const std::string& field : row) take_order(names_in_list(field));
    for (const auto& [key, columns] : numbered()) {
      std::vector<std::string> names;
      for (const std::size_t i : columns) names.push_back(row[i]);
      take_order(names);
    }
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

  void take_order(const std::vector<std::string>& names) {
    if (!order_of_row_.empty()) return;
    std::set<std::size_t> joints;
    for (const std::string& name : names) {
      std::optional<std::size_t> joint;
      for (std::size_t j = 0; j < robot_.dof(); ++j)
        if (robot_.moving_joint(j).name == name) joint = j;
      order_of_row_.push_back(joint);
      if (joint) joints.insert(*joint);
    }
    if (joints.size() != robot_.dof()) order_of_row_.clear();
  }

  // The columns of a quantity: the best groups.
  std::vector<const Group*> best(const std::vector<Group>& groups, Quantity quantity,
                                 const LackingColumns& lacking) const {
    std::vector<const Group*> found;
    if (lacking.of(quantity).empty()) return found;
    for (const Group& group : groups) {
      if (group.meaning.quantity != quantity || !group.covers(lacking.of(quantity))) continue;
      const auto is_taken = [&](std::size_t joint) { return columns_.taken[group.columns.at(joint)]; };
      if (std::any_of(lacking.of(quantity).begin(), lacking.of(quantity).end(), is_taken)) continue;
      if (quantity == Quantity::tau && group.meaning.is_current != lacking.currents) continue;
      if (!found.empty() && group.rank() > found.front()->rank()) continue;
      if (!found.empty() && group.rank() < found.front()->rank()) found.clear();
      if (std::none_of(found.begin(), found.end(),
                       [&](auto* other) { return other->columns == group.columns; }))
        found.push_back(&group);
    }
    return found;
  }

  std::vector<NameReading> readings_of(const LackingColumns& lacking,
                                       const std::vector<Group>& groups) const {
    std::vector<NameReading> found;
    if (lacking.of(Quantity::q).empty()) {
      NameReading reading = with_rates(lacking, groups, nullptr);
      if (!reading.mappings.empty()) found.push_back(std::move(reading));
    }
    for (const Group* positions : best(groups, Quantity::q, lacking))
      found.push_back(with_rates(lacking, groups, positions));
    return found;
  }

  // Adds velocities, accelerations and torques to positions; null: these have their columns.
  NameReading with_rates(const LackingColumns& lacking, const std::vector<Group>& groups,
                         const Group* positions) const {
    NameReading reading;
    if (positions) {
      take(reading, *positions, lacking);
      reading.joints = positions->way;
      reading.has_commands = positions->meaning.values == ValuesOf::command;
      for (const std::size_t i : positions->left_over) reading.left_over.push_back(columns_.names[i]);
      reading.count = count_in(*positions, lacking.of(Quantity::q));
      reading.is_certain =
          positions->way != Joints::by_order && positions->left_over.empty() && reading.count.empty();
    }
    const auto is_command = [](const Group& group) { return group.meaning.values == ValuesOf::command; };
    std::vector<Group> fitting = groups;
    if (positions)
      std::erase_if(fitting, [&](const Group& group) {
        return group.meaning.quantity != Quantity::tau && is_command(group) != is_command(*positions);
      });
    reading.leaves_commands = positions && !is_command(*positions) &&
                              std::any_of(groups.begin(), groups.end(), [&](const Group& group) {
                                return is_command(group) && group.meaning.quantity == Quantity::q &&
                                       group.covers(lacking.of(Quantity::q));
                              });
    bool has_velocities = lacking.of(Quantity::dq).empty();
    for (const Quantity quantity : {Quantity::dq, Quantity::ddq, Quantity::tau}) {
      if (quantity == Quantity::ddq && !has_velocities) continue;
      std::vector<const Group*> all = best(fitting, quantity, lacking);
      if (positions && all.size() > 1)  // of two arms, the one of the positions
        std::erase_if(all, [&](auto* group) { return group->meaning.others != positions->meaning.others; });
      if (all.size() != 1) continue;
      take(reading, *all.front(), lacking);
      if (!positions) reading.joints = all.front()->way;
      has_velocities = true;
    }
    return reading;
  }

  // A column in the first row of whole numbers beyond a turn in degrees; empty: there is none.
  std::string count_in(const Group& positions, const JointList& joints) const {
    constexpr double beyond_degrees = 400;
    std::string found;
    if (columns_.first_row.size() != words_.size()) return found;
    for (const std::size_t joint : joints) {
      const std::size_t i = positions.columns.at(joint);
      const std::optional<double> value = parse_finite(columns_.first_row[i]);
      if (!value || *value != std::round(*value) || unit_in(i, positions.meaning)) return "";
      if (std::abs(*value) > beyond_degrees) found = columns_.names[i];
    }
    return found;
  }

  void take(NameReading& reading, const Group& group, const LackingColumns& lacking) const {
    for (const std::size_t joint : lacking.of(group.meaning.quantity)) {
      const std::size_t i = group.columns.at(joint);
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
      for (const auto& [key, columns] : numbered()) {
        const std::optional<WordsMeaning> meaning = meaning_of_column(columns.front(), key.first);
        if (meaning && !meaning->names_part && meaning->quantity == Quantity::q &&
            columns.size() < joints.size())
          most = std::max(most, columns.size());
      }
      JointList with_number;  // panda_joint1, not panda_finger_joint1
      for (const std::size_t joint : joints)
        if (joints_.number(joint)) with_number.push_back(joint);
      if (with_number.size() == most) add_subset(with_number);
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
  JointWords joints_;
  std::vector<Words> words_;                              // of each column, without the unit at its end
  std::vector<const ColumnUnit*> units_;                  // at the end of each name
  std::vector<std::optional<std::size_t>> order_of_row_;  // joints by number, as the first row names them
};

}  // namespace

std::vector<NameReading> name_readings(const UnreadColumns& columns, const Robot& robot,
                                       const LackingColumns& lacking) {
  constexpr std::size_t most = 1 << 18;  // more take too long, and no log has them
  bool has_names = false;
  for (std::size_t i = 0; i < columns.names.size(); ++i)
    has_names = has_names || (!columns.names[i].empty() && !columns.taken[i]);
  if (!has_names || columns.names.size() * robot.dof() > most) return {};
  return Reader(columns, robot).readings(lacking);
}

std::vector<ColumnMapping> mappings_of_row(const std::vector<std::string>& fields, const Robot& robot,
                                           bool with_torques) {
  std::vector<std::size_t> texts;  // the names of joints, and the frame before them
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (!fields[i].empty() && !parse_finite(fields[i])) texts.push_back(i);
  const auto field_of = [&](const std::string& joint) {
    const auto found =
        std::find_if(texts.begin(), texts.end(), [&](std::size_t i) { return fields[i] == joint; });
    return found == texts.end() ? fields.size() : *found;
  };
  constexpr std::size_t before = 3;  // seconds, nanoseconds, frame
  if (texts.empty() || texts.back() < before) return {};
  const std::size_t names = texts.back() + 1 - before, values = fields.size() - texts.back() - 1;
  constexpr std::size_t most_quantities = 3;
  if (values == 0 || values % names != 0 || values / names > most_quantities) return {};
  std::vector<ColumnMapping> mappings{{"1+2", "t"}};
  constexpr Quantity quantities[] = {Quantity::q, Quantity::dq, Quantity::tau};
  for (std::size_t k = 0; k < values / names; ++k) {
    if (quantities[k] == Quantity::tau && !with_torques) continue;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const std::string& joint = robot.moving_joint(j).name;
      const std::size_t field = field_of(joint);
      if (field < before || field == fields.size()) return {};
      const std::size_t column = field + (k + 1) * names + 1;
      mappings.push_back({std::to_string(column), k == 0 ? joint : column_name(quantities[k], joint)});
    }
  }
  return mappings;
}

std::string mapping_text(const std::vector<ColumnMapping>& mappings) {
  std::vector<std::string> texts;
  for (const ColumnMapping& mapping : mappings) texts.push_back(mapping.column + '=' + mapping.as);
  return mapping_text(texts);
}

std::string offer_text(const std::vector<NameReading>& readings, const std::vector<ColumnMapping>& first) {
  constexpr std::size_t most_offered = 3;
  std::string ways;
  for (std::size_t i = 0; i < std::min(readings.size(), most_offered); ++i) {
    const NameReading& reading = readings[i];
    std::vector<ColumnMapping> mappings = first;
    mappings.insert(mappings.end(), reading.mappings.begin(), reading.mappings.end());
    for (const ColumnMapping& mapping : mappings)
      if (mapping.column.find(',') != std::string::npos) return "";
    ways += (i > 0 ? " or " : "") + ("`map` " + mapping_text(mappings));
    std::vector<std::string> locks;
    for (const std::string& joint : reading.without_column) locks.push_back(joint + "=0");
    if (!locks.empty()) ways += " `lock` " + mapping_text(locks);
  }
  if (readings.empty()) return "";
  const NameReading& reading = readings.front();
  const std::string by_hand =
      !reading.count.empty()
          ? "; " + in_quotes(reading.count) +
                " looks like counts of an encoder: give unit, scale and zero too, such as "
                ":deg:x0.087890625:-180deg after each joint"
          : std::string(reading.has_commands      ? "; these positions are commanded ones"
                        : reading.leaves_commands ? "; commanded values are there too, and left out"
                                                  : "");
  std::vector<std::string> words;
  for (const ColumnMapping& mapping : first) words.push_back(mapping.column + '=' + mapping.as);
  words.emplace_back("auto");
  const bool is_only = readings.size() == 1 && reading.is_certain;
  const std::string automatic = is_only ? " (`map` " + mapping_text(words) + " takes that)" : "";
  if (!reading.without_column.empty())
    return "has no column for joint" + std::string(reading.without_column.size() > 1 ? "s " : " ") +
           joined(reading.without_column) + (readings.size() > 1 ? ", or for others" : "") + ": expected " +
           ways + " (or the position at which each is held)" + by_hand;
  if (readings.size() > 1)
    return "has names that can be read in " + std::to_string(readings.size()) + " ways: expected " + ways +
           by_hand;
  if (!reading.left_over.empty())
    return "has more numbers than joints: expected " + ways + " if " + joined(reading.left_over) +
           (reading.left_over.size() > 1 ? " are" : " is") + " of none of them" + by_hand;
  switch (reading.joints) {
    case Joints::by_number:
      return "has numbers in place of the names of joints: expected " + ways +
             " if they are in the robot's order" + automatic + by_hand;
    case Joints::by_order:
      return "has other names for the joints: expected " + ways + " if they are in the robot's order" +
             by_hand;
    case Joints::by_first_row:
      return "has numbers for the joints, and their names in the rows: expected " + ways + automatic +
             by_hand;
    case Joints::by_name:
      break;
  }
  return "has other names for its columns: expected " + ways + automatic + by_hand;
}

}  // namespace invdyn
