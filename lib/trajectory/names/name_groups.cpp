#include "name_groups.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "../../ground/text/number.h"
#include "joint_words.h"
#include "names_in_rows.h"

namespace invdyn {
namespace {

template <class Range, class Value>
bool has(const Range& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

Words with_joint_word(const Words& words, std::size_t begin, std::size_t count) {
  Words pattern(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(begin));
  pattern.emplace_back(joint_word);
  pattern.insert(pattern.end(), words.begin() + static_cast<std::ptrdiff_t>(begin + count), words.end());
  return pattern;
}

Words without(Words words, const Words& others) {
  std::erase_if(words, [&](const std::string& word) { return has(others, word); });
  return words;
}

// In the order of the file, as programs number them. Those that are locked have columns too.
std::vector<std::string> names_of_joints(const Robot& robot, const std::vector<std::string>& locked) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.joints())
    if ((joint.moves() && !joint.mimic) || has(locked, joint.name)) names.push_back(joint.name);
  return names;
}

// `data_0` need not be of a joint, and `a0` can be an acceleration.
bool names_joints(const Words& pattern) {
  constexpr std::string_view words[] = {"joint", "joints", "jnt", "jnts",   "j",     "axis", "axes",
                                        "ax",    "servo",  "dof", "gelenk", "achse", "axe",  "articulation"};
  return pattern.size() == 1 || std::any_of(pattern.begin(), pattern.end(),
                                            [&](const std::string& word) { return has(words, word); });
}

bool follows_joint(const Words& pattern) {
  const auto at = std::find(pattern.begin(), pattern.end(), joint_word);
  return at != pattern.begin() && at != pattern.end() && (*(at - 1) == "joint" || *(at - 1) == "axis");
}

// `field.position0` of ROS, which has joints in any order.
bool is_joint_state(const Words& pattern) {
  constexpr std::string_view arrays[] = {"position", "velocity", "effort"};
  constexpr std::string_view of_messages[] = {"field", "js", "state", "states", "msg"};
  return pattern.size() >= 2 && pattern.back() == joint_word && has(arrays, pattern[pattern.size() - 2]) &&
         (pattern.size() == 2 || std::any_of(pattern.begin(), pattern.end(), [&](const std::string& word) {
            return has(of_messages, word);
          }));
}

// Finds them.
class Groups {
 public:
  Groups(const UnreadColumns& columns, const Robot& robot, const LackingColumns& lacking)
      : columns_(columns), robot_(robot), joints_(names_of_joints(robot, lacking.locked)) {
    for (std::size_t j = 0; j < joints_.names().size(); ++j) {
      moving_.emplace_back();
      for (std::size_t k = 0; k < robot.dof(); ++k)
        if (robot.moving_joint(k).name == joints_.names()[j]) moving_.back() = k;
      all_.push_back(j);
      if (joints_.number(j)) with_number_.push_back(j);
    }
    for (const JointList& moving : lacking.joints) {
      JointList joints = all_;
      std::erase_if(joints, [&](std::size_t j) { return !moving_[j] || !has(moving, *moving_[j]); });
      if (!joints.empty()) lacking_.insert(joints);
    }
    for (const std::string& name : columns.names) {
      const std::optional<StatedUnit> stated = stated_unit(name);
      found_.last_units.push_back(stated ? stated->unit : nullptr);
      words_.push_back(words_in(stated ? stated->before : name));
    }
    tell_derivatives();
    for (const Words& words : words_) named_.push_back(joints_.in(words));
    find_series();
    find_order_of_rows();
    add_named(false);
    add_named(true);
    for (const auto& [key, numbered] : numbered_) add_numbered(key, numbered);
    add_families();
    add_ordered();
  }

  const NameGroups& found() const { return found_; }

 private:
  using Joints = NameGroup::Joints;
  using Columns = std::vector<std::size_t>;
  // A pattern, and the quantity of the units at the end of its names. Joints of one log can have several
  // units.
  using Key = std::pair<Words, std::optional<Quantity>>;
  using Series = std::map<Key, std::map<unsigned long, Columns>>;

  // `a` and `alpha` are accelerations beside `v` and `omega`; otherwise `a` is an axis. `q1d` is a derivative
  // beside `q1dd`; otherwise it is desired. `tq` is the target of q beside `tqd`; otherwise it is a torque.
  void tell_derivatives() {
    const std::set<Words> all(words_.begin(), words_.end());
    const auto follows_number = [](const Words& words, std::size_t i) {
      return i > 0 && is_number_word(words[i - 1]);
    };
    bool has_dd = false, has_tqd = false;
    for (const Words& words : all)
      for (std::size_t i = 0; i < words.size(); ++i) {
        has_dd = has_dd || (words[i] == "dd" && follows_number(words, i));
        has_tqd = has_tqd || words[i] == "tqd";
      }
    for (Words& words : words_)
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::string& word = words[i];
        if (has_dd && follows_number(words, i) && (word == "d" || word == "dd"))
          word = word == "d" ? "dot" : "ddot";
        if (has_tqd && word == "tq") word = "target";
        if (word != "a" && word != "alpha") continue;
        const std::string acceleration = word;
        word = acceleration == "a" ? "v" : "omega";
        word = all.contains(words) ? "acceleration" : acceleration;
      }
  }

  // The columns of each pattern by number.
  void find_series() {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::size_t at = 0; at < words_[i].size(); ++at)
        if (is_number_word(words_[i][at]))
          series_[key_of(with_joint_word(words_[i], at, 1), i)][std::stoul(words_[i][at])].push_back(i);
    series_of_.resize(words_.size());
    for (const Series::value_type& each : series_) {
      unsigned long expected = each.second.begin()->first;
      const bool is_from_begin = expected <= 1;
      Columns list;
      for (const auto& [number, same] : each.second) {
        for (const std::size_t i : same) series_of_[i].push_back(&each);
        if (number == expected++ && same.size() == 1) list.push_back(same.front());
      }
      if (is_from_begin && list.size() == each.second.size()) numbered_.emplace(each.first, std::move(list));
    }
  }

  // The names of joints in the first row: one in each of some numbered columns, or all in one.
  void find_order_of_rows() {
    const std::vector<std::string>& row = columns_.first_row;
    const auto holds_text = [&](std::size_t i) {
      return i < row.size() && !row[i].empty() && !parse_finite(row[i]);
    };
    std::vector<Columns> lists;
    for (const auto& [key, columns] : numbered_)
      if (std::all_of(columns.begin(), columns.end(), holds_text)) lists.push_back(columns);
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (holds_text(i)) lists.push_back({i});
    for (const Columns& list : lists) {
      if (order_of_rows_.empty()) order_of_rows_ = joints_in_row(list);
      const Words& words = words_[list.front()];
      lacks_order_of_rows_ = lacks_order_of_rows_ || has(words, "name") || has(words, "names");
    }
    lacks_order_of_rows_ = lacks_order_of_rows_ && order_of_rows_.empty();
  }

  // Empty: the names are not those of all joints, once each.
  std::vector<std::optional<std::size_t>> joints_in_row(const Columns& columns) const {
    const std::vector<std::string>& row = columns_.first_row;
    std::vector<std::optional<std::size_t>> joints;
    std::set<std::size_t> found;
    for (const std::size_t i : columns)
      for (const std::string& name : columns.size() > 1 ? std::vector{row[i]} : names_in_field(row[i])) {
        const std::optional<JointWords::Found> joint = joints_.in(words_in(name));
        joints.push_back(joint ? moving_[joint->joint] : std::nullopt);
        if (joints.back() && !found.insert(*joints.back()).second) return {};
      }
    if (found.size() != robot_.dof()) joints.clear();
    return joints;
  }

  Key key_of(Words pattern, std::size_t column) const {
    return {std::move(pattern),
            found_.last_units[column] ? std::optional(found_.last_units[column]->quantity) : std::nullopt};
  }

  // By its own words, and the unit at its end.
  std::optional<WordsMeaning> meaning_of_column(std::size_t column, const Words& pattern) const {
    std::optional<WordsMeaning> meaning = meaning_of(pattern, joints_.all());
    const ColumnUnit* const unit = found_.last_units[column];
    if (!meaning || !unit) return meaning;
    if (!meaning->names_quantity)
      meaning->quantity = unit->quantity;
    else if (!unit_of(*unit, meaning->quantity))
      return std::nullopt;
    meaning->is_current = unit->is_of_current;
    return meaning;
  }

  // Topics have any name: `/foo/elbow/position`.
  bool knows_words(std::size_t column, const WordsMeaning& meaning) const {
    if (!meaning.has_unknown_words) return true;
    if (!meaning.names_quantity || !named_[column]) return false;
    const std::string_view name = columns_.names[column];
    for (std::size_t at = name.rfind('/'); at != name.npos && at > 0; at = name.rfind('/', at - 1)) {
      const Words words = words_in(name.substr(at));
      const std::optional<JointWords::Found> found = joints_.in(words);
      if (!found || found->joint != named_[column]->joint) continue;
      const auto known = meaning_of(with_joint_word(words, found->begin, found->count), joints_.all());
      return known && !known->has_unknown_words;
    }
    return false;
  }

  bool is_free(std::size_t column) const { return !columns_.taken[column]; }

  // Whether names of joints are columns as they are. Numbers may count these joints too.
  bool has_positions() const { return has(columns_.has_meaning, true); }

  // Whether this names neither a quantity nor joints. The states of LeRobot are positions: it has as many
  // actions.
  bool has_vague_words(const Words& pattern, const WordsMeaning& meaning, std::size_t count) const {
    const auto has_action = [](const Words& words) { return has(words, "action") || has(words, "actions"); };
    if (meaning.names_quantity || names_joints(pattern)) return false;
    if (meaning.values != ValuesOf::unknown) return has_action(pattern);
    return !(has(pattern, "state") && std::any_of(numbered_.begin(), numbered_.end(), [&](const auto& each) {
               return has_action(each.first.first) && each.second.size() == count;
             }));
  }

  // Adds a group if its columns have a meaning, with units that fit the joints.
  void add(const Words& pattern, NameGroup group) {
    if (group.columns.empty()) return;
    const std::optional<WordsMeaning> meaning = meaning_of_column(group.columns.begin()->second, pattern);
    const bool is_by_number = group.way == Joints::by_number || group.way == Joints::by_first_row;
    if (!meaning || (is_by_number && meaning->names_part)) return;
    if (!meaning->names_quantity && meaning->has_unknown_words &&
        !(is_by_number          ? follows_joint(pattern)
          : meaning->are_counts ? group.way == Joints::by_name
                                : robot_.dof() > 1 && group.columns.size() == robot_.dof()))
      return;
    for (const auto& [joint, column] : group.columns) {
      const ColumnUnit* const unit = found_.unit_in(column, *meaning);
      if (unit && !unit->is_of(meaning->quantity, robot_.moving_joint(joint), meaning->is_current)) return;
      const std::optional<JointWords::Found>& named = named_[column];
      if (named && moving_[named->joint] != joint && group.way == Joints::by_number)
        group.is_certain = false;  // the name of another joint
      if (!knows_words(column, *meaning)) group.is_certain = false;
    }
    const bool is_doubtful =
        !group.left_over.empty() || (meaning->names_part && !meaning->names_quantity) ||
        (is_by_number && has_vague_words(pattern, *meaning, group.columns.size())) ||
        (group.way == Joints::by_number && (lacks_order_of_rows_ || is_joint_state(pattern))) ||
        (group.way == Joints::by_order && (robot_.dof() > 1 || !meaning->sides.empty()));
    if (is_doubtful) group.is_certain = false;
    group.meaning = *meaning;
    found_.groups.push_back(std::move(group));
  }

  // Two patterns of a quantity can differ in words that say nothing, such as the path of each joint: loosely
  // they are one.
  void add_named(bool is_loose) {
    std::map<Key, NameGroup> found;
    std::set<Key> repeated, exact;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::optional<JointWords::Found>& named = named_[i];
      if (!named || !moving_[named->joint] || !is_free(i)) continue;
      Key key = key_of(with_joint_word(words_[i], named->begin, named->count), i);
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, key.first);
      if (!meaning) continue;
      if (is_loose) {
        exact.insert(key);
        key.first = without(key.first, meaning->others);
        if (!meaning->names_quantity && meaning->has_unknown_words) continue;
      }
      NameGroup& group = found[key];
      if (!group.columns.emplace(*moving_[named->joint], i).second) repeated.insert(key);
      if (!knows_words(i, *meaning)) group.is_certain = false;
    }
    for (auto& [key, group] : found) {
      if (repeated.contains(key) || exact.contains(key)) continue;
      group.left_over = left_over_of(group.columns);
      add(key.first, std::move(group));
    }
  }

  // Of a series by number that has some of these columns: the others, such as `joint_7` on six joints.
  Columns left_over_of(const std::map<std::size_t, std::size_t>& columns) const {
    std::set<std::size_t> taken, others;
    for (const auto& [joint, column] : columns) taken.insert(column);
    for (const std::size_t column : taken)
      for (const Series::value_type* series : series_of_[column])
        for (const auto& [number, same] : series->second)
          for (const std::size_t i : same)
            if (!taken.contains(i) && !named_[i] && is_free(i)) others.insert(i);
    return {others.begin(), others.end()};
  }

  void add_numbered(const Key& key, const Columns& columns) {
    const std::size_t count = columns.size();
    if (std::none_of(columns.begin(), columns.end(), [&](std::size_t i) { return is_free(i); })) return;
    const auto add_group = [&](NameGroup group) { add(key.first, std::move(group)); };
    if (std::any_of(columns.begin(), columns.end(), [&](std::size_t i) { return columns_.has_meaning[i]; })) {
      // `joint0` beside the robot's `joint1`; a gripper without a number is none of them
      if (count == with_number_.size())
        add_group({.way = Joints::by_number,
                   .columns = by_number(with_number_, columns),
                   .is_certain = false,
                   .is_whole = true});
    } else if (order_of_rows_.size() == count) {
      NameGroup group{.way = Joints::by_first_row};
      for (std::size_t k = 0; k < count; ++k)
        if (order_of_rows_[k]) group.columns.emplace(*order_of_rows_[k], columns[k]);
      add_group(std::move(group));
    } else if (count == all_.size()) {
      add_group({.way = Joints::by_number, .columns = by_number(all_, columns)});
    } else {
      for (const JointList& joints : lacking_)
        for (const JointList& some : some_of(joints, count)) {
          NameGroup group{.way = Joints::by_number, .columns = by_number(some, columns)};
          group.is_certain = !has_positions();
          if (count > joints.size()) {
            group.guess = NameGroup::Guess::numbers_left_over;
            group.left_over.assign(columns.begin() + static_cast<std::ptrdiff_t>(joints.size()),
                                   columns.end());
          }
          add_group(std::move(group));
        }
    }
  }

  // Those among these joints that so many numbers can count: all, those whose names have numbers, or the
  // first or last ones.
  std::vector<JointList> some_of(const JointList& joints, std::size_t count) const {
    if (count >= joints.size()) return {joints};
    JointList numbered = with_number_;
    std::erase_if(numbered, [&](std::size_t j) { return !has(joints, j); });
    if (numbered.size() == count) return {numbered};
    if (!numbered.empty() && has_positions()) return {};
    const auto part = static_cast<std::ptrdiff_t>(count);
    return {{joints.begin(), joints.begin() + part}, {joints.end() - part, joints.end()}};
  }

  // `FR_0`, `FL_0`: numbers within the joints that share a word.
  void add_families() {
    std::map<Key, std::map<std::size_t, std::size_t>> families;
    for (const auto& [key, columns] : numbered_)
      for (std::size_t at = 0; at < key.first.size(); ++at) {
        const std::string& word = key.first[at];
        if (word == joint_word || is_number_word(word) || !is_free(columns.front())) continue;
        const JointList joints = joints_.with(word);
        if (joints.size() != columns.size() || joints.size() == all_.size()) continue;
        Words rest = key.first;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at));
        for (const auto& each : by_number(joints, columns)) families[{rest, key.second}].insert(each);
      }
    for (const auto& [key, columns] : families)
      add(key.first, {.way = Joints::by_number, .columns = columns});
  }

  // Columns in the order of their numbers, which the joints may have too.
  std::map<std::size_t, std::size_t> by_number(JointList joints, const Columns& columns) const {
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
  // joint needs no name. `Base`, `Shoulder` and nothing else are positions, but never taken; so are `P1`,
  // `P2`.
  void add_ordered() {
    const bool is_one = robot_.dof() == 1;
    std::map<Key, Columns> found;
    Columns others;
    bool are_positions = !is_one, has_letters = false;
    const auto is_letter = [](const std::string& word) {
      return word.size() == 1 && !is_number_word(word);  // x, y, z are of the tool
    };
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (columns_.names[i].empty()) continue;
      const std::optional<WordsMeaning> meaning = meaning_of_column(i, words_[i]);
      are_positions = are_positions && is_free(i) && meaning && meaning->quantity == Quantity::q;
      has_letters = has_letters || std::any_of(words_[i].begin(), words_[i].end(), is_letter);
      others.push_back(i);
      if (!is_free(i) || !meaning || !meaning->names_quantity || (meaning->others.empty() && !is_one))
        continue;
      Words pattern = is_one ? words_[i] : without(words_[i], meaning->others);
      pattern.emplace_back(joint_word);
      found[key_of(std::move(pattern), i)].push_back(i);
    }
    for (const auto& [key, columns] : found)
      add_in_order(key.first, columns, is_one ? NameGroup::Guess::nothing : NameGroup::Guess::order);
    const auto is_series = [&](const auto& each) { return each.second.size() == others.size(); };
    if (are_positions && (!has_letters || std::any_of(numbered_.begin(), numbered_.end(), is_series)))
      add_in_order({"position", std::string(joint_word)}, others, NameGroup::Guess::order_and_meaning);
  }

  void add_in_order(const Words& pattern, const Columns& columns, NameGroup::Guess guess) {
    if (columns.size() != robot_.dof()) return;
    NameGroup group{.way = Joints::by_order, .guess = guess};
    for (std::size_t j = 0; j < columns.size(); ++j) {
      group.columns.emplace(j, columns[j]);
      const std::optional<JointWords::Found>& named = named_[columns[j]];
      if (named && moving_[named->joint] != j) return;  // the name of another joint
    }
    add(pattern, std::move(group));
  }

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
  NameGroups found_;
};

}  // namespace

NameGroups name_groups(const UnreadColumns& columns, const Robot& robot, const LackingColumns& lacking) {
  return Groups(columns, robot, lacking).found();
}

}  // namespace invdyn
