// What the error of a file without positions says and offers: CsvColumnFinder.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
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

}  // namespace

std::string CsvColumnFinder::offer() const {
  if (!has_names_) return "";
  std::vector<ColumnMapping> first;
  std::string doubt;
  const std::optional<std::string> name = likely_name_of_time();
  if (!time_ && !settings_.grid && name && !time_rank(*name)) {
    first.push_back({*name, "t"});
    const std::vector<TimeUnit> units = settings_.time_unit || unit_in_time_name(*name, true)
                                            ? std::vector<TimeUnit>()
                                            : units_by_values(*index_of(*name));
    if (!units.empty()) first.front().as += ':' + std::string(name_of(units.front()));
    if (units.size() > 1) doubt = "; the time may be in " + std::string(name_of(units.back())) + " too";
  }
  const std::vector<NameReading> readings = name_readings(unread(), robot_, lacking());
  return readings.empty()
             ? ""
             : offer_text(readings, first) + doubt + degrees_text(bare_angles_in(readings.front()));
}

// The columns of positions without a unit.
std::vector<std::size_t> CsvColumnFinder::bare_angles_in(const NameReading& reading) const {
  std::vector<std::size_t> angles;
  if (!reading.count.empty()) return angles;
  for (const ColumnMapping& mapping : reading.mappings) {
    const std::optional<ColumnNames::Meaning> meaning = names_.exact(mapping.as);
    const std::optional<std::size_t> i = index_of(mapping.column);
    if (meaning && i && meaning->quantity == Quantity::q && !stated_unit(mapping.column) &&
        robot_.moving_joint(meaning->joint).is_revolute())
      angles.push_back(*i);
  }
  return angles;
}

// No joint begins beyond two turns. Empty: none does in the first row.
std::string CsvColumnFinder::degrees_text(const std::vector<std::size_t>& angles) const {
  constexpr double two_turns = 4 * std::numbers::pi, most_degrees = 720;
  if (settings_.degrees || !first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (const std::size_t i : angles) {
      const std::optional<double> value = i < row.size() ? parse_finite(row[i]) : std::nullopt;
      if (value && std::abs(*value) > two_turns && std::abs(*value) <= most_degrees)
        return "; " + in_quotes(columns_[i].name) + " begins at " + six_digits(*value) +
               ", so angles may be in degrees: `degrees` reads them";
    }
  return "";
}

// The columns that probably hold the torques, or the currents of motors.
std::string CsvColumnFinder::torques_text() const {
  if (!has_names_) return "";
  LackingColumns torques = lacking();
  for (const Quantity quantity : {Quantity::q, Quantity::dq, Quantity::ddq}) torques.of(quantity).clear();
  for (const bool currents : {settings_.currents, true}) {
    torques.currents = currents;
    const std::vector<NameReading> readings = name_readings(unread(), robot_, torques);
    if (readings.empty() || readings.front().mappings.empty()) continue;
    const std::string text = "; by their names: `map` " + mapping_text(readings.front().mappings);
    if (currents && !settings_.currents) return text + " with `torque-constant`, as these are currents";
    const Words words = words_in(readings.front().mappings.front().column);
    const bool may_be_temperatures = std::find(words.begin(), words.end(), "t") != words.end();
    return may_be_temperatures ? text + " if they are torques" : text;
  }
  return "";
}

// LeRobot has the joints as a list in one column. Empty: no column holds lists.
std::string CsvColumnFinder::lists_text() const {
  if (!first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (std::size_t i = 0; i < std::min(row.size(), columns_.size()); ++i)
      if (row[i].starts_with('['))
        return "; " + in_quotes(columns_[i].name) +
               " holds lists, and a column for each number was expected (invdyn manual ros-logs has a line of "
               "Python for that)";
  return "";
}

// Of the first row; empty: it has no decimal commas.
std::string CsvColumnFinder::decimal_text() const {
  if (settings_.decimal_comma || !first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (const std::string& field : row)
      if (!decimal_comma_text(field).empty()) return "; numbers have a decimal comma: `decimal` , reads it";
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

// Says at once what is known of the time too.
void CsvColumnFinder::fail_without_positions(const std::vector<std::string>& missing,
                                             const std::string& without_time) const {
  const std::string offered = offer();
  const std::optional<std::string> time = likely_name_of_time();
  const bool has_likely_time = time && !time_rank(*time);
  if (!offered.empty()) {
    const bool lacks_torques =
        settings_.measured == ReadMeasured::must && offered.find("=tau_") == offered.npos;
    fail(offered + (lacks_torques ? torques_text() : "") +
         (without_time.empty() || has_likely_time ? "" : "; " + without_time) + repeated_times_text() +
         decimal_text());
  }
  const std::string expected = column_name(Quantity::q, missing.front());
  std::string near = unfit_units_.empty() ? did_you_mean(expected, unused()) : "; " + unfit_units_;
  if (near.empty()) near = did_you_mean(missing.front(), unused());
  if (near.empty()) near = advice_to_map(expected) + lock_text(missing, robot_);
  fail("no column for joint" + std::string(missing.size() > 1 ? "s " : " ") + joined(missing) +
       ": expected " + in_quotes(expected) +
       (names_time(missing.front()) ? "" : " or " + in_quotes(missing.front())) + near + lists_text() +
       (without_time.empty() ? "" : "; " + without_time));
}

}  // namespace invdyn
