#include "name_reading.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"
#include "joint_words.h"
#include "name_groups.h"

namespace invdyn {
namespace {

using Joints = NameReading::Joints;

bool is_in(const JointList& joints, std::size_t joint) {
  return std::find(joints.begin(), joints.end(), joint) != joints.end();
}

// How many of the joints have no column in the group.
std::size_t missing(const NameGroup& group, const JointList& joints) {
  return static_cast<std::size_t>(std::count_if(
      joints.begin(), joints.end(), [&](std::size_t joint) { return !group.columns.contains(joint); }));
}

// Chooses among the groups.
class Reader {
 public:
  Reader(const UnreadColumns& columns, const Robot& robot, const LackingColumns& lacking)
      : columns_(columns), robot_(robot), lacking_(lacking), groups_(name_groups(columns, robot, lacking)) {}

  std::vector<NameReading> readings() const {
    std::vector<NameReading> found;
    if (lacking_.of(Quantity::q).empty()) {
      NameReading reading = with_rates(nullptr, true);
      if (reading.mappings.empty()) reading = with_rates(nullptr, false);
      if (!reading.mappings.empty()) found.push_back(std::move(reading));
      return found;
    }
    for (const NameGroup* positions :
         best(Quantity::q, lacking_.of(Quantity::q), [](const NameGroup&) { return true; }))
      found.push_back(with_rates(positions, true));
    if (found.size() > 1)
      for (NameReading& reading : found) reading.is_certain = false;
    return found;
  }

 private:
  // Less is better: measured before commanded values, known words before unknown ones. Names and numbers
  // are equal: if the log has both, either may be right.
  static auto rank(const NameGroup& group, const JointList& wanted) {
    using Guess = NameGroup::Guess;
    const std::size_t lacking = missing(group, wanted);
    const Guess guess = lacking > 0 ? std::max(group.guess, Guess::joints_that_lack) : group.guess;
    const WordsMeaning& meaning = group.meaning;
    return std::tuple(guess, lacking > 0 && group.way != Joints::by_name, lacking, group.is_command(),
                      meaning.has_unknown_words, meaning.values, !meaning.names_quantity,
                      meaning.is_of_motor);
  }

  // The columns of a quantity: the best groups among those that fit.
  template <class Fits>
  std::vector<const NameGroup*> best(Quantity quantity, const JointList& wanted, const Fits& fits) const {
    std::set<std::map<std::size_t, std::size_t>> of_columns;
    std::vector<const NameGroup*> found;
    for (const NameGroup& group : groups_.groups) {
      if (group.meaning.quantity != quantity || missing(group, wanted) == wanted.size() || !fits(group))
        continue;
      if (quantity == Quantity::tau && group.meaning.is_current != lacking_.currents) continue;
      const auto is_taken = [&](std::size_t joint) {
        const auto column = group.columns.find(joint);
        return column != group.columns.end() && columns_.taken[column->second];
      };
      if (!group.is_whole && std::any_of(wanted.begin(), wanted.end(), is_taken)) continue;
      if (!found.empty() && rank(group, wanted) > rank(*found.front(), wanted)) continue;
      if (!found.empty() && rank(group, wanted) < rank(*found.front(), wanted)) {
        found.clear();
        of_columns.clear();
      }
      std::map<std::size_t, std::size_t> columns = group.columns;  // others may have theirs already
      if (!group.is_whole)
        std::erase_if(columns, [&](const auto& each) { return !is_in(wanted, each.first); });
      if (found.size() < most_name_readings && of_columns.insert(std::move(columns)).second)
        found.push_back(&group);
    }
    return found;
  }

  // Whether a group is of the same joints and of the same source as the positions; null: these have their
  // columns.
  bool belongs(const NameGroup& group, const NameGroup* positions) const {
    if (!group.is_certain && (!positions || positions->is_certain)) return false;
    const bool are_counted =  // torques beside positions with names
        !positions && group.meaning.quantity == Quantity::tau && group.way == Joints::by_number;
    if (group.way != (positions ? positions->way : Joints::by_name) && robot_.dof() > 1 && !are_counted)
      return false;
    if (group.meaning.sides != (positions ? positions->meaning.sides : Words())) return false;
    return group.meaning.quantity == Quantity::tau ||
           group.is_command() == (positions && positions->is_command());
  }

  // Adds velocities, accelerations and torques to positions; null: these have their columns. Not strict:
  // others than belong to them, to be offered.
  NameReading with_rates(const NameGroup* positions, bool is_strict) const {
    NameReading reading;
    reading.is_certain = is_strict;
    if (positions) take_positions(reading, *positions);
    bool has_velocities = lacking_.of(Quantity::dq).empty();
    for (const Quantity quantity : {Quantity::dq, Quantity::ddq, Quantity::tau}) {
      JointList wanted = lacking_.of(quantity);
      if (!reading.without_column.empty())
        std::erase_if(wanted, [&](std::size_t joint) { return !positions->columns.contains(joint); });
      if (quantity == Quantity::ddq && !has_velocities) continue;
      const std::vector<const NameGroup*> all = best(quantity, wanted, [&](const NameGroup& group) {
        if (missing(group, wanted) > 0 || !group.left_over.empty()) return false;
        if (is_strict) return belongs(group, positions);
        return group.way != Joints::by_order &&
               (quantity == Quantity::tau || !(group.is_command() || group.meaning.has_unknown_words));
      });
      if (all.size() != 1) continue;
      take(reading, *all.front(), wanted);
      has_velocities = true;
      if (!positions) reading.joints = all.front()->way;
      if (quantity == Quantity::tau && all.front()->is_command())
        reading.commands += "; these torques are commands";
    }
    return reading;
  }

  void take_positions(NameReading& reading, const NameGroup& positions) const {
    const JointList& wanted = lacking_.of(Quantity::q);
    take(reading, positions, wanted);
    reading.joints = positions.way;
    bool is_any_other = false;
    for (const std::size_t joint : wanted) {
      if (positions.columns.contains(joint)) continue;
      const NameGroup* const other = only_other_of(joint, positions);
      is_any_other |= other != nullptr;
      if (other)
        take(reading, *other, {joint});
      else
        reading.without_column.push_back(robot_.moving_joint(joint).name);
    }
    for (const std::size_t i : positions.left_over) reading.left_over.push_back(columns_.names[i]);
    reading.count = count_in(positions, wanted);
    for (ColumnMapping& mapping : reading.mappings)
      if (!reading.count.empty() && mapping.as.find(":x") == mapping.as.npos) mapping.as += ":xSCALE";
    reading.is_certain =
        positions.is_certain && reading.count.empty() && reading.without_column.empty() && !is_any_other;
    const bool leaves_commands =
        std::any_of(groups_.groups.begin(), groups_.groups.end(), [&](const NameGroup& group) {
          return group.is_command() && group.meaning.quantity == Quantity::q &&
                 missing(group, wanted) <= missing(positions, wanted);
        });
    reading.commands = positions.is_command() ? "; these positions are commands"
                       : leaves_commands      ? "; columns of commands are not used"
                                              : "";
  }

  // `joint3_pos` beside `joint1_position`: the only column of this joint's position; null: there is none, or
  // several.
  const NameGroup* only_other_of(std::size_t joint, const NameGroup& positions) const {
    const NameGroup* found = nullptr;
    for (const NameGroup& group : groups_.groups) {
      const auto column = group.columns.find(joint);
      if (column == group.columns.end() || group.meaning.quantity != Quantity::q || group.is_whole ||
          group.way != Joints::by_name || positions.way != Joints::by_name || !group.is_certain ||
          group.is_command() != positions.is_command() || group.meaning.sides != positions.meaning.sides)
        continue;
      if (found && found->columns.at(joint) != column->second) return nullptr;
      found = &group;
    }
    return found;
  }

  // A column in the first row of whole numbers: beyond a turn in degrees, or its name says counts. Empty:
  // there is none.
  std::string count_in(const NameGroup& positions, const JointList& joints) const {
    constexpr double beyond_degrees = 400;
    std::string found;
    if (columns_.first_row.size() != columns_.names.size()) return found;
    for (const auto& [joint, i] : positions.columns) {
      const std::optional<double> value = parse_finite(columns_.first_row[i]);
      if (!is_in(joints, joint)) continue;
      if (!value || *value != std::round(*value) || groups_.unit_in(i, positions.meaning)) return "";
      if (positions.meaning.are_counts || std::abs(*value) > beyond_degrees) found = columns_.names[i];
    }
    return found;
  }

  void take(NameReading& reading, const NameGroup& group, const JointList& wanted) const {
    for (const auto& [joint, i] : group.columns) {
      if (!group.is_whole && !is_in(wanted, joint)) continue;
      const std::string& name = robot_.moving_joint(joint).name;
      std::string as =
          group.meaning.quantity == Quantity::q ? name : column_name(group.meaning.quantity, name);
      const ColumnUnit* const unit = groups_.unit_in(i, group.meaning);
      if (unit && unit != groups_.last_units[i]) as += ':' + std::string(unit->name);
      as += scale_of_follower(i, name, group.meaning.quantity);
      reading.mappings.push_back({columns_.names[i], std::move(as)});
    }
  }

  // `:x-1`: what a column is to be multiplied by that has the name of a joint that follows this one.
  std::string scale_of_follower(std::size_t column, const std::string& joint, Quantity quantity) const {
    const Words words = words_in(columns_.names[column]);
    std::vector<std::string> names;
    for (const Joint& each : robot_.joints()) names.push_back(each.name);
    const std::optional<JointWords::Found> found = JointWords(names).in(words);
    if (!found) return "";
    const Joint& follower = robot_.joints()[found->joint];
    if (!follower.mimic || robot_.joints()[follower.mimic->joint].name != joint ||
        follower.mimic->multiplier == 0)
      return "";
    const double multiplier = follower.mimic->multiplier,
                 scale = quantity == Quantity::tau ? multiplier : 1 / multiplier,
                 zero = quantity == Quantity::q ? -follower.mimic->offset / multiplier : 0;
    return (scale == 1 ? "" : ":x" + six_digits(scale)) +
           (zero == 0 ? "" : (zero > 0 ? ":+" : ":") + six_digits(zero));
  }

  const UnreadColumns& columns_;
  const Robot& robot_;
  const LackingColumns& lacking_;
  NameGroups groups_;
};

}  // namespace

std::vector<NameReading> name_readings(const UnreadColumns& columns, const Robot& robot,
                                       const LackingColumns& lacking) {
  constexpr std::size_t most = 1 << 18;  // more take too long, and no log has them
  const bool has_names = std::find(columns.taken.begin(), columns.taken.end(), false) != columns.taken.end();
  if (!has_names || columns.names.size() * robot.dof() > most) return {};
  return Reader(columns, robot, lacking).readings();
}

}  // namespace invdyn
