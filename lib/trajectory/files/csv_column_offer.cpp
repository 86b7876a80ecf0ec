// What the error of a file without positions says and offers: CsvColumnFinder.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/base_names.h"
#include "../names/joint_words.h"
#include "../names/name_offer.h"
#include "../names/time_name.h"
#include "csv_column_finder.h"

namespace invdyn {
namespace {

// For joints that a log lacks, such as a gripper's.
std::string lock_text(const std::vector<std::string>& joints, const Robot& robot) {
  if (joints.size() == robot.dof()) return "";
  std::vector<std::string> locks;
  for (const std::string& joint : joints) locks.push_back(joint + "=0");
  return "; `lock` " + mapping_text(locks) + " if the log lacks " + (joints.size() > 1 ? "them" : "it");
}

std::size_t erase_torques(std::vector<std::string>& columns, const ColumnNames& names) {
  return std::erase_if(columns, [&](const std::string& column) {
    const auto meaning = names.of(column);
    return meaning && meaning->quantity == Quantity::tau;
  });
}

}  // namespace

// Of a column that is probably the time, unless it is taken for it without this.
CsvColumnFinder::Mappings CsvColumnFinder::mapping_of_time(std::string& doubt) const {
  const std::optional<std::string> name = likely_name_of_time();
  if (time_ || settings_.grid || !name || time_rank(*name)) return {};
  Mappings time{{*name, "t"}};
  const std::vector<TimeUnit> units = settings_.time_unit || unit_in_time_name(*name, true)
                                          ? std::vector<TimeUnit>()
                                          : units_by_values(*index_of(*name));
  if (!units.empty()) time.front().as += ':' + std::string(name_of(units.front()));
  if (units.size() > 1) doubt = "; the time may be in " + std::string(name_of(units.back())) + " too";
  return time;
}

std::string CsvColumnFinder::offer() const {
  if (!has_names_) return "";
  std::string doubt;
  Mappings first = settings_.mappings;
  for (const Mappings& more : {mapping_of_time(doubt), base_by_names()})
    first.insert(first.end(), more.begin(), more.end());
  const std::vector<NameReading> readings = name_readings(unread(), robot_, lacking());
  if (readings.empty()) return "";
  for (const ColumnMapping& mapping : readings.front().mappings) expect_once(mapping.column);
  const auto is_torque = [&](const ColumnMapping& mapping) { return mapping.as.starts_with("tau_"); };
  const Mappings& found = readings.front().mappings;
  const bool lacks_torques =
      settings_.measured == ReadMeasured::must && std::none_of(found.begin(), found.end(), is_torque);
  const TorqueOffer torques = lacks_torques ? torque_offer() : TorqueOffer();
  const bool is_vague = readings.size() == 1 && !readings.front().is_certain &&
                        readings.front().without_column.empty() && readings.front().left_over.empty() &&
                        readings.front().count.empty();
  const std::string text = offer_text(readings, first, torques.mappings, torques.options);
  const bool has_condition = text.find(" if they are ") != text.npos && torques.condition.starts_with(" if ");
  return text + (has_condition ? " and the last columns" + torques.condition.substr(8) : torques.condition) +
         doubt + degrees_text(bare_angles_in(readings.front())) +
         (settings_.reads_names && is_vague ? "; `map` auto does not take ambiguous names" : "");
}

// The columns of positions without a unit.
std::vector<std::size_t> CsvColumnFinder::bare_angles_in(const NameReading& reading) const {
  std::vector<std::size_t> angles;
  if (!reading.count.empty()) return angles;
  for (const ColumnMapping& mapping : reading.mappings) {
    const std::optional<ColumnNames::Meaning> meaning = names_.exact(mapping.as);
    const std::optional<std::size_t> i = index_of(mapping.column);
    if (meaning && i && meaning->quantity == Quantity::q && !stated_unit(mapping.column) &&
        meaning->joint_in(robot_).is_revolute())
      angles.push_back(*i);
  }
  return angles;
}

// The pose of a floating base, if no column has its name.
CsvColumnFinder::Mappings CsvColumnFinder::base_by_names() const {
  const auto is_of_base = [](const Column& column) { return base_column(column.taken_for).has_value(); };
  if (!robot_.base_floats() || !has_names_ || std::any_of(columns_.begin(), columns_.end(), is_of_base))
    return {};
  return base_mappings(unread());
}

// What the columns of the base can be, for an error without them.
std::string CsvColumnFinder::base_text() const {
  const Mappings mappings = base_by_names();
  return mappings.empty() ? ""
                          : "; the names of the other columns suggest `map` " + mapping_text(mappings) +
                                " (or `map` auto)";
}

// No joint begins beyond two turns. Empty: none is there in the first rows.
std::string CsvColumnFinder::degrees_text(const std::vector<std::size_t>& angles) const {
  constexpr double two_turns = 4 * std::numbers::pi, most_degrees = 720;
  constexpr std::size_t enough = 256;
  if (settings_.degrees || !first_rows_) return "";
  for (std::vector<std::string>& row : first_rows_(enough))
    for (const std::size_t i : angles) {
      if (i >= row.size()) continue;
      std::replace(row[i].begin(), row[i].end(), ',', '.');  // a decimal comma, set or not
      const std::optional<double> value = parse_finite(row[i]);
      if (value && std::abs(*value) > two_turns && std::abs(*value) <= most_degrees)
        return "; " + in_quotes(columns_[i].name) + " is at " + six_digits(*value) +
               ", so angles may be in degrees: then give `degrees`";
    }
  return "";
}

// The columns that probably hold the torques, or the currents of motors.
CsvColumnFinder::TorqueOffer CsvColumnFinder::torque_offer() const {
  if (!has_names_) return {};
  LackingColumns torques = lacking();
  for (const Quantity quantity : {Quantity::q, Quantity::dq, Quantity::ddq}) torques.of(quantity).clear();
  for (const bool currents : {settings_.currents, true}) {
    torques.currents = currents;
    const std::vector<NameReading> readings = name_readings(unread(), robot_, torques);
    if (readings.empty() || readings.front().mappings.empty()) continue;
    const Mappings& found = readings.front().mappings;
    if (currents && !settings_.currents)
      return {found,
              " `torque-constant` K1" + std::string(found.size() > 2 ? ",..." : "") +
                  (found.size() > 1 ? ",K" + std::to_string(found.size()) : ""),
              "; these columns are currents, so give the torque constant K of each joint, in N m/A"};
    const Words words = words_in(found.front().column);
    const bool may_be_temperatures = std::find(words.begin(), words.end(), "t") != words.end();
    return {found, "", may_be_temperatures ? " if they are torques" : ""};
  }
  return {};
}

std::string CsvColumnFinder::torques_text() const {
  const TorqueOffer torques = torque_offer();
  return torques.mappings.empty() ? ""
                                  : "; the names of the other columns suggest `map` " +
                                        mapping_text(torques.mappings) + torques.options + torques.condition;
}

// As many columns as joints, all that are left or those of one kind, with names that have no meaning: they
// may be the positions, or the torques.
std::string CsvColumnFinder::group_text(Quantity quantity, const std::vector<std::string>& missing) const {
  const auto kind_of = [](const std::string& name) {  // without a number or a letter of its own
    Words words = words_in(name);
    std::erase_if(words, [](const std::string& word) { return word.size() == 1 || parse_finite(word); });
    return words;
  };
  std::map<Words, Mappings> groups;
  std::string doubt;
  const Mappings time = mapping_of_time(doubt);
  std::vector<std::string> names = unused();
  std::erase(names, "");
  if (quantity == Quantity::q) erase_torques(names, names_);
  if (!time.empty()) std::erase(names, time.front().column);
  const bool are_all = names.size() == missing.size();
  for (const std::string& name : names) {
    Mappings& group = groups[are_all ? Words{"all"} : kind_of(name)];
    const std::string joint = group.size() < missing.size() ? missing[group.size()] : "";
    group.push_back({name, quantity == Quantity::q ? joint : column_name(quantity, joint)});
  }
  std::erase_if(groups,
                [&](const auto& each) { return each.first.empty() || each.second.size() != missing.size(); });
  if (missing.size() != robot_.dof() || missing.size() == 1 || groups.size() != 1) return "";
  Mappings all = time;
  all.insert(all.end(), groups.begin()->second.begin(), groups.begin()->second.end());
  std::vector<std::size_t> angles;
  for (const ColumnMapping& mapping : groups.begin()->second)
    if (const auto i = index_of(mapping.column); i && quantity == Quantity::q) angles.push_back(*i);
  const char* what = quantity == Quantity::q ? "positions" : settings_.currents ? "currents" : "torques";
  return "; if the following columns are the " + std::string(what) + ", in the robot's order, give `map` " +
         mapping_text(all) + doubt + degrees_text(angles);
}

// The columns without a meaning.
std::string CsvColumnFinder::columns_text() const {
  const std::vector<std::string> names = has_names_ ? unused() : std::vector<std::string>();
  return names.empty() ? "" : " (" + joined(names) + ")";
}

// LeRobot has the joints as a list in one column. Empty: no column holds lists.
std::string CsvColumnFinder::lists_text() const {
  if (!first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (std::size_t i = 0; i < std::min(row.size(), columns_.size()); ++i)
      if (row[i].starts_with('['))
        return "; " + in_quotes(columns_[i].name) +
               " holds lists: expected a column for each number (invdyn manual ros-logs shows a line of "
               "Python that writes such columns)";
  return "";
}

// In German, Grad is a degree; else 400 of it are a turn, as of gon. Empty: no name ends so.
std::string CsvColumnFinder::gradians_text() const {
  if (!has_names_) return "";
  for (const std::string& name : unused())
    if (const Words words = words_in(name);
        words.size() > 1 && (words.back() == "grad" || words.back() == "gon"))
      return "; the unit " + words.back() + " of " + in_quotes(name) +
             " is not known: write JOINT:deg in `map` for degrees, or JOINT:x0.015707963267948967 "
             "if a full turn is 400";
  return "";
}

// Of the first row; empty: it has no decimal commas.
std::string CsvColumnFinder::decimal_text() const {
  if (settings_.decimal_comma || !first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (const std::string& field : row)
      if (!decimal_comma_text(field).empty()) return "; numbers have a decimal comma: give `decimal` ,";
  return "";
}

// In the first rows; empty: they increase, or that does not matter.
std::string CsvColumnFinder::repeated_times_text() const {
  constexpr std::size_t count = 3;
  const bool may_repeat = settings_.grid || settings_.missing.policy != MissingValues::Policy::error;
  if (!time_ || time_->nanoseconds || may_repeat || !first_rows_) return "";
  const std::vector<std::vector<std::string>> rows = first_rows_(count);
  const auto repeats = [&](const std::vector<std::string>& one, const std::vector<std::string>& other) {
    const std::size_t i = time_->column;
    return i < std::min(one.size(), other.size()) && one[i] == other[i] && !is_missing(one[i]);
  };
  return std::adjacent_find(rows.begin(), rows.end(), repeats) == rows.end()
             ? ""
             : "; times repeat" + time_order_advice(true, PlaceBy::line);
}

void CsvColumnFinder::expect_once(const std::string& name) const {
  if (std::count_if(columns_.begin(), columns_.end(), [&](auto& column) { return column.name == name; }) > 1)
    fail("the column " + in_quotes(name) +
         " is repeated: expected one column with this name (delete or rename the other columns)");
}

// Two columns of the same name, with a joint in it.
void CsvColumnFinder::expect_no_repeat() const {
  std::vector<std::string> joints, names = has_names_ ? unused() : std::vector<std::string>();
  for (std::size_t j = 0; j < robot_.dof(); ++j) joints.push_back(robot_.moving_joint(j).name);
  const JointWords words(joints);
  std::sort(names.begin(), names.end());
  for (auto twice = names.begin(); (twice = std::adjacent_find(twice, names.end())) != names.end(); ++twice)
    if (words.in(words_in(*twice))) expect_once(*twice);
}

// ` Then give `map` tau_elbow1=tau_elbow`, by names that are near. Empty: not all have one of their own.
std::string CsvColumnFinder::near_text(Quantity quantity, const std::vector<std::string>& missing,
                                       const std::vector<std::string>& columns) const {
  Mappings mappings;
  for (const std::string& joint : missing) {
    std::optional<std::string> near = nearest_name(column_name(quantity, joint), columns);
    if (!near && quantity == Quantity::q) near = nearest_name(joint, columns);
    if (!near || std::any_of(mappings.begin(), mappings.end(),
                             [&](const ColumnMapping& each) { return each.column == *near; }))
      return "";
    mappings.push_back({*near, quantity == Quantity::q ? joint : column_name(quantity, joint)});
  }
  return has_names_ && !mappings.empty() ? " Then give `map` " + mapping_text(mappings) : "";
}

// Says at once what is known of the time too.
void CsvColumnFinder::fail_without_positions(const std::vector<std::string>& missing,
                                             const std::string& without_time) const {
  expect_no_repeat();
  const std::string offered = offer();
  const std::optional<std::string> time = likely_name_of_time();
  const bool has_likely_time = time && !time_rank(*time);
  if (!offered.empty())
    fail(offered + (without_time.empty() || has_likely_time ? "" : "; " + without_time) +
         repeated_times_text() + decimal_text() + gradians_text());
  const std::string expected = column_name(Quantity::q, missing.front());
  std::vector<std::string> names = unused();
  const std::size_t torques = erase_torques(names, names_);
  if (time) std::erase(names, *time);
  if (torques > 0 && missing.size() == robot_.dof() && names.empty()) {
    std::vector<std::string> positions;
    for (const std::string& joint : missing) positions.push_back(column_name(Quantity::q, joint));
    fail("has measured torques but no positions: expected columns " + joined(positions) + " too" +
         (without_time.empty() ? "" : "; " + without_time));
  }
  std::string near = unfit_units_.empty() ? did_you_mean(expected, names) : "; " + unfit_units_;
  if (near.empty()) near = did_you_mean(missing.front(), names);
  if (near.starts_with("; did you mean")) near += near_text(Quantity::q, missing, names);
  if (near.empty())
    near = advice_to_map(expected) + group_text(Quantity::q, missing) + lock_text(missing, robot_);
  fail("no column for joint" + std::string(missing.size() > 1 ? "s " : " ") + joined(missing) +
       ": expected " + in_quotes(expected) +
       (names_time(missing.front()) ? "" : " or " + in_quotes(missing.front())) + near + lists_text() +
       gradians_text() + (without_time.empty() ? "" : "; " + without_time));
}

}  // namespace invdyn
