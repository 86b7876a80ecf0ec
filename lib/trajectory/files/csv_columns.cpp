#include "csv_columns.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/time_name.h"

namespace invdyn {
namespace {

constexpr Quantity motion[] = {Quantity::q, Quantity::dq, Quantity::ddq};

[[noreturn]] void fail_without_meaning(const ColumnMapping& mapping, const Robot& robot) {
  std::vector<std::string> names{"t"};
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    names.push_back(robot.moving_joint(j).name);
    for (const Quantity quantity : all_quantities)
      names.push_back(column_name(quantity, robot.moving_joint(j).name));
  }
  const std::string near = did_you_mean(mapping.as, names);
  throw UsageError("`map`",
                   "takes the column " + in_quotes(mapping.column) + " for " + in_quotes(mapping.as) +
                       ": expected t, or a joint that moves, or dq_, ddq_ or tau_ before one" + near);
}

std::vector<std::string> without_meaning(std::vector<std::string> columns, const ColumnNames& names) {
  std::erase_if(columns, [&](const std::string& name) { return names.of(name).has_value(); });
  return columns;
}

// The column that probably holds the time; none: no name is like a time's.
std::optional<std::string> likely_time(const std::vector<std::string>& names) {
  for (const char* part : {"time", "stamp", "clock"})
    for (const std::string& name : names)
      if (lower_case(name).find(part) != std::string::npos) return name;
  for (const char* whole : {"t", "ts", "s", "sec", "secs", "seconds", "t_s", "t_sec", "t[s]", "t [s]"})
    for (const std::string& name : names)
      if (lower_case(name) == whole) return name;
  return nearest_name("time", names);
}

// How the time's column is named, if one of these holds it. A list separated by commas cannot hold a name
// with one.
std::string column_for_time_text(const std::vector<std::string>& names) {
  const std::optional<std::string> name = likely_time(names);
  if (!name || name->find(',') != std::string::npos) return ", or `map` NAME=t for a column of another name";
  return "; is it " + in_quotes(*name) + "? Then `map` " + mapping_text({*name + "=t"}) +
         (names_time_without_unit(*name) ? ", with `time-unit` if it is not in s" : "");
}

}  // namespace

std::vector<std::string> unnamed_columns(std::size_t count, const Robot& robot, const CsvSettings& settings,
                                         bool positions_alone, const std::string& place) {
  const auto is_locked = [&](const std::string& joint) {
    return std::find(settings.locked.begin(), settings.locked.end(), joint) != settings.locked.end();
  };
  std::vector<std::string> joints;
  for (const Joint& joint : robot.joints())
    if (is_locked(joint.name) || (joint.moves() && !joint.mimic)) joints.push_back(joint.name);
  const std::size_t n = joints.size(), maximum = positions_alone ? 1 : 3;
  const auto is_right = [&](std::size_t values) {
    return values % n == 0 && values > 0 && values / n <= maximum;
  };
  const bool has_time = is_right(count - 1);
  const bool has_no_time = settings.grid && is_right(count);
  if (has_time && has_no_time)
    throw Error(place, "has no header and " + counted(count, "column") +
                           ": they can be t and the joint's quantities or, by `dt` or `rate`, these alone: "
                           "expected a header row, or no `dt` and `rate`");
  if (!has_time && !has_no_time) {
    const auto counts = [&](std::size_t time) {
      std::string text = std::to_string(time + n);
      if (!positions_alone)
        text += ", " + std::to_string(time + 2 * n) + " or " + std::to_string(time + 3 * n);
      return text;
    };
    throw Error(place, "has no header and " + counted(count, "column") + ": expected " + counts(1) +
                           ", t and q" + (positions_alone ? "" : ", dq, ddq") + " of " + counted(n, "joint") +
                           (settings.grid ? ", or " + counts(0) + " without t" : "") +
                           (positions_alone ? "" : "; `map` NUMBER=JOINT takes the columns that it names"));
  }
  std::vector<std::string> names;
  if (has_time) names.push_back("t");
  for (const Quantity quantity : motion)
    for (const std::string& joint : joints)
      if (names.size() < count) names.push_back(column_name(quantity, joint));
  return names;
}

double* CsvColumns::Column::rows_in(Block& block) const {
  if (is_time) return block.t.data();
  Eigen::ArrayXXd& of_quantity = quantity == Quantity::tau ? block.measured : values(block, quantity);
  return of_quantity.data() + joint * block.capacity;
}

CsvColumns::CsvColumns(const std::vector<std::string_view>& names, const Robot& robot,
                       const CsvSettings& settings, std::string place)
    : place_(std::move(place)) {
  const auto is_number = [](std::string_view name) { return parse_finite(name).has_value(); };
  const auto is_joint = [&](std::string_view name) {
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (robot.moving_joint(j).name == name) return true;
    return false;
  };
  if (std::all_of(names.begin(), names.end(), is_number) &&
      std::none_of(names.begin(), names.end(), is_joint))
    fail("the first row holds numbers: expected a header row with the columns' names, such as t,q_" +
         robot.moving_joint(0).name + ", or `no-header`");
  for (const std::string_view name : names)
    columns_.push_back({.name = std::string(name), .taken_for = std::string(name)});
  take_names(robot, settings);
}

CsvColumns::CsvColumns(std::size_t count, const Robot& robot, const CsvSettings& settings, std::string place)
    : place_(std::move(place)), has_names_(false) {
  for (std::size_t i = 1; i <= count; ++i)
    columns_.push_back({.name = "column " + std::to_string(i), .taken_for = ""});
  take_names(robot, settings);
}

void CsvColumns::take_names(const Robot& robot, const CsvSettings& settings) {
  const ColumnNames names(robot);
  if (has_names_) take_units(names, robot, settings);
  if (!settings.mappings.empty()) apply(names, robot, settings);
  match(names, robot, settings);
}

// Takes names with units for those without. The quantity that a unit belongs to can be another one.
void CsvColumns::take_units(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  const auto is_read = [&](Quantity quantity) {
    return quantity == Quantity::tau ? settings.measured != ReadMeasured::no
                                     : settings.scheme.value_or(Scheme::given) == Scheme::given;
  };
  std::vector<std::string> mappings;
  for (Column& column : columns_) {
    const std::optional<ColumnNames::Meaning> meaning = names.of(column.name);
    if (!meaning || !meaning->unit) continue;
    const Joint& joint = robot.moving_joint(meaning->joint);
    const ColumnUnit& unit = *meaning->unit;
    if (unit.is_of(*meaning->quantity, joint, settings.currents)) {
      column.taken_for = meaning->as;
      column.unit = &unit;
    } else if (meaning->is_bare && unit.is_of(unit.quantity, joint, settings.currents)) {
      if (is_read(unit.quantity) && column.name.find_first_of(",=") == std::string::npos)
        mappings.push_back(column.name + '=' + column_name(unit.quantity, joint.name));
    } else if (unfit_units_.empty()) {
      unfit_units_ =
          in_quotes(column.name) + unfit_unit_text(unit, *meaning->quantity, joint, settings.currents);
    }
  }
  if (!mappings.empty()) unfit_units_ = "by the units in their names: `map` " + mapping_text(mappings);
}

void CsvColumns::fail(const std::string& what) const {
  throw Error(place_, what);
}

bool CsvColumns::states_angle_unit() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return column.used && column.is_angle && column.unit; });
}

std::vector<std::string> CsvColumns::unused() const {
  std::vector<std::string> names = dropped_;
  if (!has_names_) return names;
  for (const Column& column : columns_)
    if (!column.used && !column.completes_time) names.push_back(column.name);
  return names;
}

void CsvColumns::drop_unused() {
  dropped_ = unused();
  std::erase_if(columns_, [](const Column& column) { return !column.used; });
  const auto is_time = [](const Column& column) { return column.is_time; };
  if (time_)
    time_->column =
        static_cast<std::size_t>(std::find_if(columns_.begin(), columns_.end(), is_time) - columns_.begin());
}

std::vector<std::string> CsvColumns::notes() const {
  std::vector<std::string> texts, names;
  for (const Column& column : columns_)
    if (column.used && column.unit)
      names.push_back(in_quotes(column.name) + " in " + std::string(column.unit_name));
  if (!names.empty()) texts.push_back("units as the names state: " + joined(names));
  if (const std::vector<std::string> others = unused(); !others.empty())
    texts.push_back("columns not used: " + joined(others) +
                    (unfit_units_.empty() ? "" : " (" + unfit_units_ + ")"));
  return texts;
}

CsvColumns::Column& CsvColumns::numbered_column(const ColumnMapping& mapping) {
  const std::optional<double> number = parse_finite(mapping.column);
  const auto count = static_cast<double>(columns_.size());
  if (!number || *number != std::floor(*number) || *number < 1 || *number > count)
    fail("has no header and " + counted(columns_.size(), "column") + ", and `map` takes " +
         in_quotes(mapping.column) + " for " + in_quotes(mapping.as) +
         ": expected the column's number, from 1 to " + std::to_string(columns_.size()));
  return columns_[static_cast<std::size_t>(*number) - 1];
}

CsvColumns::Column& CsvColumns::named_column(const ColumnMapping& mapping, const Places& places) {
  const auto found = places.find(mapping.column);
  if (found != places.end() && found->second.size() > 1)
    fail("the column " + in_quotes(mapping.column) + " is repeated: expected it once");
  if (found != places.end()) return columns_[found->second.front()];
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  std::string near = did_you_mean(mapping.column, names);
  if (near.empty() && parse_finite(mapping.column))
    near = ": expected a name of the header (numbers of columns are for `no-header`)";
  fail("no column " + in_quotes(mapping.column) + ", which `map` takes for " + in_quotes(mapping.as) + near);
}

std::string CsvColumns::advice_to_map(const std::string& as) const {
  return has_names_ ? ", or `map` NAME=" + as + " for a column of another name" : " by `map` NUMBER=" + as;
}

// The unit in the name of a column that is mapped to this meaning; null: it has none.
const ColumnUnit* CsvColumns::unit_of_mapped(const Column& column, const ColumnNames& names,
                                             const ColumnNames::Meaning& meaning, const Robot& robot,
                                             const CsvSettings& settings) const {
  if (!has_names_ || !meaning.quantity || names.exact(column.name)) return nullptr;
  const std::optional<StatedUnit> stated = stated_unit(column.name);
  if (!stated) return nullptr;
  const Joint& joint = robot.moving_joint(meaning.joint);
  const ColumnUnit& unit = *stated->unit;
  if (unit.is_of(*meaning.quantity, joint, settings.currents)) return &unit;
  const bool is_of_joint = unit.is_of(unit.quantity, joint, settings.currents);
  const std::string fit = column.name + '=' + column_name(unit.quantity, joint.name);
  throw UsageError("`map`", "takes " + in_quotes(column.name) + " for " + in_quotes(meaning.as) + ", and it" +
                                unfit_unit_text(unit, *meaning.quantity, joint, settings.currents) +
                                (is_of_joint ? ", or `map` " + mapping_text({fit}) : ""));
}

void CsvColumns::apply(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  Places places;
  for (std::size_t i = 0; i < columns_.size(); ++i) places[columns_[i].name].push_back(i);
  std::unordered_map<std::string, const Column*> mapped;  // by meaning
  const auto is_mapped = [&](const Column& column) {
    const auto found = mapped.find(column.taken_for);
    return found != mapped.end() && found->second == &column;
  };
  for (const ColumnMapping& mapping : settings.mappings) {
    const std::optional<ColumnNames::Meaning> meaning = names.exact(mapping.as);
    if (!meaning) fail_without_meaning(mapping, robot);
    Column& column = has_names_ ? named_column(mapping, places) : numbered_column(mapping);
    if (is_mapped(column))
      throw UsageError("`map`", "takes the column " + in_quotes(column.name) + " for two: expected one");
    const auto [other, is_first] = mapped.emplace(meaning->as, &column);
    if (!is_first)
      throw UsageError("`map`", "takes both " + in_quotes(other->second->name) + " and " +
                                    in_quotes(column.name) + " for " + in_quotes(mapping.as) +
                                    ": expected one of them");
    column.taken_for = meaning->as;
    column.unit = unit_of_mapped(column, names, *meaning, robot, settings);
  }
  for (Column& column : columns_) {
    const std::optional<ColumnNames::Meaning> meaning = names.exact(column.taken_for);
    if (meaning && mapped.contains(meaning->as) && !is_mapped(column)) column.taken_for.clear();
  }
}

CsvColumns::Column* CsvColumns::find(const std::string& name) {
  Column* found = nullptr;
  const auto columns = taken_for_.find(name);
  if (columns == taken_for_.end()) return found;
  for (const std::size_t i : columns->second) {
    Column& column = columns_[i];
    if (column.used) continue;
    if (found && found->name != column.name) fail_with_both(*found, column);
    if (found) fail("the column " + in_quotes(column.name) + " is repeated: expected it once");
    found = &column;
  }
  return found;
}

// Columns of the same quantity of a joint.
void CsvColumns::fail_with_both(const Column& one, const Column& other) const {
  fail("both " + in_quotes(one.name) + " and " + in_quotes(other.name) +
       " are columns: expected one of them");
}

void CsvColumns::claim(Column& column, Quantity quantity, std::size_t joint, const Robot& robot,
                       const CsvSettings& settings) {
  const bool is_revolute = robot.moving_joint(joint).is_revolute();
  column.used = true;
  column.quantity = quantity;
  column.joint = joint;
  column.is_angle = quantity == Quantity::q && is_revolute;
  if (column.unit) {
    if (settings.degrees && column.unit->is_in_radians())
      fail(in_quotes(column.name) + " names " + std::string(column.unit->name) +
           ", and `degrees` (or the header) says degrees: expected these to agree");
    column.si_per_unit = column.unit->si;
    column.unit_name = column.unit->name;
    return;
  }
  const bool in_degrees = settings.degrees && is_revolute && quantity != Quantity::tau;
  column.si_per_unit = in_degrees ? std::numbers::pi / 180 : 1;
  column.unit_name = in_degrees ? unit_in_degrees(quantity) : unit_of(quantity, is_revolute);
}

// The time of this column, with the unit that is set or that its name states.
CsvColumns::Time CsvColumns::stamp_in(std::size_t column, const CsvSettings& settings) const {
  Time time{.column = column};
  const std::string& name = columns_[column].name;
  const bool is_mapped = names_time(columns_[column].taken_for);
  time.unit = settings.time_unit ? settings.time_unit : unit_in_time_name(name, is_mapped);
  time.is_unit_named = !settings.time_unit && time.unit;
  const auto index_of = [&](const std::string& other) {
    return std::find_if(columns_.begin(), columns_.end(), [&](auto& each) { return each.name == other; });
  };
  const auto has_column = [&](const std::string& other) { return index_of(other) != columns_.end(); };
  const auto rest = name_of_nanoseconds(name, has_column);
  if (rest && time.unit == TimeUnit::s)
    time.nanoseconds = static_cast<std::size_t>(index_of(*rest) - columns_.begin());
  if (is_mapped && time.is_unit_named && time.unit == TimeUnit::s && !time.nanoseconds)
    return {.column = column};  // s as in "t"
  return time;
}

// The columns that hold a time by their names.
std::vector<CsvColumns::Time> CsvColumns::stamps(const ColumnNames& names,
                                                 const CsvSettings& settings) const {
  std::vector<Time> found;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i].taken_for;
    const bool is_stamp = unit_in_time_name(name) || (settings.time_unit && names_time_without_unit(name));
    if (is_stamp && !names.exact(name)) found.push_back(stamp_in(i, settings));
  }
  const std::vector<Time> all = found;
  std::erase_if(found, [&](const Time& time) {
    return std::any_of(all.begin(), all.end(),
                       [&](const Time& other) { return other.nanoseconds == time.column; });
  });
  return found;
}

void CsvColumns::claim_time(const ColumnNames& names, const CsvSettings& settings) {
  Column* t = find("t");
  Column* time = find("time");
  if (t && time) fail("both \"t\" and \"time\" are columns: expected one of them");
  Column* column = t ? t : time;
  if (column) time_ = stamp_in(static_cast<std::size_t>(column - columns_.data()), settings);
  if (!column && (!settings.grid || settings.time_unit)) {
    const std::vector<Time> found = stamps(names, settings);
    if (found.size() > 1)
      fail("both " + in_quotes(columns_[found[0].column].name) + " and " +
           in_quotes(columns_[found[1].column].name) +
           " hold times: expected one of them (`map` NAME=t names it)");
    if (!found.empty()) time_ = found.front();
  }
  if (!time_ && !settings.grid)
    fail("no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`)" +
         (has_names_ ? column_for_time_text(without_meaning(unused(), names)) : advice_to_map("t")));
  if (!time_ && settings.time_unit)
    fail("no time column for `time-unit`: expected \"t\", \"time\", or \"timestamp\"");
  if (!time_) return;
  Column& claimed = columns_[time_->column];
  claimed.used = claimed.is_time = true;
  claimed.unit_name = name_of(time_->unit.value_or(TimeUnit::s));
  if (time_->nanoseconds) columns_[*time_->nanoseconds].completes_time = true;
}

void CsvColumns::match(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  for (std::size_t i = 0; i < columns_.size(); ++i) taken_for_[columns_[i].taken_for].push_back(i);
  claim_time(names, settings);
  const bool wants_derivatives = settings.scheme.value_or(Scheme::given) == Scheme::given;
  std::vector<std::string> missing_dq, missing_ddq;
  std::vector<const Column*> q(robot.dof(), nullptr);
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    const auto claim_if_there = [&](Quantity quantity) {
      Column* column = find(column_name(quantity, joint));
      if (column) claim(*column, quantity, j, robot, settings);
      return column;
    };
    q[j] = claim_if_there(Quantity::q);
    if (!wants_derivatives) continue;
    if (!claim_if_there(Quantity::dq)) missing_dq.push_back(column_name(Quantity::dq, joint));
    if (!claim_if_there(Quantity::ddq)) missing_ddq.push_back(column_name(Quantity::ddq, joint));
  }
  // Bare names last: a joint's name can equal the column of another joint or of the time.
  std::vector<std::string> missing_q;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    Column* column = find(joint);
    if (column && q[j]) fail_with_both(*q[j], *column);
    if (column) claim(*column, Quantity::q, j, robot, settings);
    if (!column && !q[j]) missing_q.push_back(joint);
  }
  if (!missing_q.empty()) {
    const std::string expected = column_name(Quantity::q, missing_q.front());
    const std::string mapping =
        missing_q.size() < robot.dof()
            ? ""
            : mapping_of_numbered(unused(), robot, settings.measured == ReadMeasured::must);
    if (!mapping.empty())
      fail("has numbers in place of the names of joints: expected `map`" + (' ' + mapping) +
           " if they are in the robot's order");
    std::string near = unfit_units_.empty() ? did_you_mean(expected, unused()) : "; " + unfit_units_;
    if (near.empty()) near = did_you_mean(missing_q.front(), unused());
    if (near.empty()) near = advice_to_map(expected);
    fail("no column for joint" + std::string(missing_q.size() > 1 ? "s " : " ") + joined(missing_q) +
         ": expected " + in_quotes(expected) +
         (names_time(missing_q.front()) ? "" : " or " + in_quotes(missing_q.front())) + near);
  }
  if (settings.measured != ReadMeasured::no) claim_measured(robot, settings);
  if (wants_derivatives) choose_known(missing_dq, missing_ddq, robot.dof(), settings);
}

void CsvColumns::claim_measured(const Robot& robot, const CsvSettings& settings) {
  std::vector<Column*> found;
  std::vector<std::string> missing;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    found.push_back(find(column_name(Quantity::tau, joint)));
    if (!found.back()) missing.push_back(joint);
  }
  has_measured_ = missing.empty();
  if (has_measured_)
    for (std::size_t j = 0; j < robot.dof(); ++j) claim(*found[j], Quantity::tau, j, robot, settings);
  if (has_measured_ || settings.measured == ReadMeasured::if_there) return;
  const std::string expected = column_name(Quantity::tau, missing.front());
  std::string near = unfit_units_.empty() ? did_you_mean(expected, unused()) : "; " + unfit_units_;
  if (near.empty()) near = advice_to_map(expected);
  fail("no measured torque of joint" + std::string(missing.size() > 1 ? "s " : " ") + joined(missing) +
       ": expected " + in_quotes(expected) + near);
}

void CsvColumns::choose_known(const std::vector<std::string>& missing_dq,
                              const std::vector<std::string>& missing_ddq, std::size_t dof,
                              const CsvSettings& settings) {
  const bool no_dq = missing_dq.size() == dof, no_ddq = missing_ddq.size() == dof;
  if (missing_dq.empty() && missing_ddq.empty()) {
    known_ = Known::q_dq_ddq;
  } else if (settings.scheme == Scheme::given) {
    std::vector<std::string> missing = missing_dq;
    missing.insert(missing.end(), missing_ddq.begin(), missing_ddq.end());
    fail("`differentiate` given, but no column " + joined(missing) + ": expected all dq_ and ddq_ columns");
  } else if (missing_dq.empty() && no_ddq) {
    known_ = Known::q_dq;
  } else if (no_dq && no_ddq) {
    known_ = Known::q;
  } else if (no_dq) {
    fail(
        "ddq_ columns without dq_ columns: expected both or neither (`differentiate` backward or central "
        "works from q alone)");
  } else {
    fail("no column " + joined(missing_dq.empty() ? missing_ddq : missing_dq) +
         ", though other joints have theirs: expected them for all joints or none (`differentiate` "
         "backward or central works from q alone)" +
         (unfit_units_.empty() ? "" : "; " + unfit_units_));
  }
}

std::string not_a_number(const CsvColumns::Column& column, std::string_view text) {
  std::string advice = decimal_comma_text(text);
  if (!advice.empty()) advice += " (`decimal` , reads it)";
  if (column.is_time && parse_time_stamp(text, TimeUnit::iso))
    advice = ", or `time-unit` iso for date and time";
  else if (is_missing(text))
    advice = " (`missing` skip leaves such rows out)";
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) +
         ": expected a finite number (" + std::string(column.unit_name) + ")" + advice;
}

std::string time_order_advice(bool is_same) {
  return is_same ? " (`missing` skip leaves out rows that repeat the one before)"
                 : " (if a clock was reset, cut the file before this row and run its parts one by one)";
}

std::string time_order_advice(double t, double before) {
  constexpr double never_seconds = 1e11;  // 3000 years
  if (t == before && t > never_seconds) return " (`time-unit` ms, us or ns keeps all digits)";
  return time_order_advice(t == before);
}

std::string not_a_time(const CsvColumns::Column& column, std::string_view text, TimeUnit unit) {
  const std::string expected = unit == TimeUnit::iso
                                   ? "date and time by ISO 8601, such as 2026-01-31T12:00:00.5Z"
                                   : "number (" + std::string(name_of(unit)) + ") below 292 years";
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) + ": expected a " + expected;
}

}  // namespace invdyn
