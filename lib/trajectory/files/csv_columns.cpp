#include "csv_columns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "../../ground/base/error.h"
#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/row_place.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/name_offer.h"
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
  std::string near = did_you_mean(mapping.as, names);
  if (near.empty()) near = did_you_mean(mapping.as.substr(0, mapping.as.find(':')), names);
  throw UsageError("`map`",
                   "takes the column " + in_quotes(mapping.column) + " for " + in_quotes(mapping.as) +
                       ": expected t, or a joint that moves, or dq_, ddq_ or tau_ before one" + near);
}

std::vector<std::string> without_meaning(std::vector<std::string> columns, const ColumnNames& names) {
  std::erase_if(columns, [&](const std::string& name) { return names.of(name).has_value(); });
  return columns;
}

// How the time's column is named, if one of these holds it. A list separated by commas cannot hold a name
// with one.
std::string column_for_time_text(const std::vector<std::string>& names) {
  const std::optional<std::string> name = likely_time(names);
  if (!name || name->find(',') != std::string::npos) return ", or `map` NAME=t for a column of another name";
  return "; is it " + in_quotes(*name) + "? Then `map` " +
         mapping_text(std::vector<ColumnMapping>{{*name, "t"}}) +
         (time_rank(*name) ? ", with `time-unit` if it is not in s" : "");
}

// For joints that a log lacks, such as a gripper's.
std::string lock_text(const std::vector<std::string>& joints, const Robot& robot) {
  if (joints.size() == robot.dof()) return "";
  std::vector<std::string> locks;
  for (const std::string& joint : joints) locks.push_back(joint + "=0");
  return "; `lock` " + mapping_text(locks) + " if the log lacks " + (joints.size() > 1 ? "them" : "it");
}

bool reads_derivatives(const CsvSettings& settings) {
  return settings.scheme.value_or(Scheme::given) == Scheme::given;
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
  const bool has_no_time = (settings.grid || (!settings.needs_time && !has_time)) && is_right(count);
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
  if (derived) return block.derived.data() + *derived * block.capacity;
  Eigen::ArrayXXd& of_quantity = quantity == Quantity::tau ? block.measured : values(block, quantity);
  return of_quantity.data() + joint * block.capacity;
}

CsvColumns::CsvColumns(const std::vector<std::string_view>& names, const Robot& robot,
                       const CsvSettings& settings, std::string place, FirstRows first_rows)
    : place_(std::move(place)), first_rows_(std::move(first_rows)) {
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
  if (!settings.mappings.empty()) apply(settings.mappings, names, robot, settings);
  if (settings.reads_names && has_names_) read_names(names, robot, settings);
  match(names, robot, settings);
  first_rows_ = {};
}

// Names in the rows are compared over some of these, for which a run may have to wait.
UnreadColumns CsvColumns::unread(const ColumnNames& names, bool with_rows) const {
  UnreadColumns columns;
  bool has_free = false;
  for (const Column& column : columns_) {
    const bool is_mapped = column.mapped.meaning.quantity.has_value();
    const bool is_other = column.is_time || column.completes_time || time_rank(column.name) ||
                          (column.taken_for.empty() && !is_mapped) || names_time(column.taken_for);
    columns.has_meaning.push_back(!is_mapped && !is_other &&
                                  (column.used || column.unit || names.exact(column.name)));
    columns.taken.push_back(is_mapped || is_other || columns.has_meaning.back());
    columns.names.push_back(is_other ? "" : column.name);
    has_free = has_free || !columns.taken.back();
  }
  if (!with_rows || !has_free || !first_rows_) return columns;
  columns.rows = first_rows_(1);
  const auto is_text = [](const std::string& field) {
    return !field.empty() && !is_missing(field) && !parse_finite(field);
  };
  constexpr std::size_t enough = 16;
  const bool has_place_for_names = columns_.size() > 1;  // beside a position
  if (has_place_for_names && !columns.rows.empty() &&
      std::any_of(columns.rows.front().begin(), columns.rows.front().end(), is_text))
    columns.rows = first_rows_(enough);
  return columns;
}

LackingColumns CsvColumns::lacking(const Robot& robot, const CsvSettings& settings) const {
  std::unordered_set<std::string> there;
  for (const Column& column : columns_)
    if (!column.is_time) there.insert(column.taken_for);
  LackingColumns lacking;
  lacking.currents = settings.currents;
  lacking.locked = settings.locked;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const std::string& joint = robot.moving_joint(j).name;
    for (const Quantity quantity : all_quantities) {
      const bool is_wanted =
          quantity == Quantity::q ||
          (quantity == Quantity::tau ? settings.measured != ReadMeasured::no : reads_derivatives(settings));
      if (is_wanted && !there.contains(column_name(quantity, joint)) &&
          !(quantity == Quantity::q && there.contains(joint)))
        lacking.of(quantity).push_back(j);
    }
  }
  return lacking;
}

// Takes the columns of the one certain reading. match() tells of all others.
void CsvColumns::read_names(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  const std::vector<NameReading> readings = name_readings(unread(names), robot, lacking(robot, settings));
  if (readings.size() != 1 || !readings.front().is_certain) return;
  apply(readings.front().mappings, names, robot, settings);
  reading_text_ =
      "`map` auto took " + mapping_text(readings.front().mappings) +
      (readings.front().joints == NameReading::Joints::by_number ? ", in the robot's order" : "") +
      readings.front().commands;
}

std::string CsvColumns::offer(const ColumnNames& names, const Robot& robot,
                              const CsvSettings& settings) const {
  if (!has_names_) return "";
  std::vector<ColumnMapping> first;
  std::string doubt;
  const std::optional<std::string> name = likely_time(without_meaning(unused(), names));
  if (!time_ && !settings.grid && name && !time_rank(*name)) {
    first.push_back({*name, "t"});
    const auto is_it = [&](const Column& column) { return column.name == *name; };
    const auto column = std::find_if(columns_.begin(), columns_.end(), is_it) - columns_.begin();
    const std::vector<TimeUnit> units = settings.time_unit || unit_in_time_name(*name, true)
                                            ? std::vector<TimeUnit>()
                                            : units_by_values(static_cast<std::size_t>(column), settings);
    if (!units.empty()) first.front().as += ':' + std::string(name_of(units.front()));
    if (units.size() > 1) doubt = "; the time may be in " + std::string(name_of(units.back())) + " too";
  }
  const std::string text = offer_text(name_readings(unread(names), robot, lacking(robot, settings)), first);
  return text.empty() ? text : text + doubt;
}

// The columns that probably hold the torques, or the currents of motors.
std::string CsvColumns::torques_text(const ColumnNames& names, const Robot& robot,
                                     const CsvSettings& settings) const {
  if (!has_names_) return "";
  LackingColumns torques = lacking(robot, settings);
  for (const Quantity quantity : {Quantity::q, Quantity::dq, Quantity::ddq}) torques.of(quantity).clear();
  for (const bool currents : {settings.currents, true}) {
    torques.currents = currents;
    const std::vector<NameReading> readings = name_readings(unread(names), robot, torques);
    if (readings.empty() || readings.front().mappings.empty()) continue;
    const std::string text = "; by their names: `map` " + mapping_text(readings.front().mappings);
    return currents && !settings.currents ? text + " with `torque-constant`, as these are currents" : text;
  }
  return "";
}

// Takes names with units for those without. The quantity that a unit belongs to can be another one.
void CsvColumns::take_units(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  const auto is_read = [&](Quantity quantity) {
    return quantity == Quantity::tau ? settings.measured != ReadMeasured::no : reads_derivatives(settings);
  };
  std::vector<ColumnMapping> mappings;
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
        mappings.push_back({column.name, column_name(unit.quantity, joint.name)});
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
  if (!has_names_ || is_table_) return names;
  for (const Column& column : columns_)
    if (!column.used && !column.completes_time) names.push_back(column.name);
  return names;
}

void CsvColumns::drop_unused() {
  const auto first = columns_.begin() + 1;
  for (auto column = first; column != columns_.end(); ++column)
    if (!column->used) dropped_.push_back(column->name);
  columns_.erase(std::remove_if(first, columns_.end(), [](auto& column) { return !column.used; }),
                 columns_.end());
  const auto is_time = [](const Column& column) { return column.is_time; };
  if (time_)
    time_->column =
        static_cast<std::size_t>(std::find_if(columns_.begin(), columns_.end(), is_time) - columns_.begin());
}

std::vector<std::string> CsvColumns::notes() const {
  std::vector<std::string> texts = left_out_, names;
  if (!reading_text_.empty()) texts.push_back(reading_text_);
  if (time_ && time_->is_by_values && !time_->unit)
    texts.push_back("t is " + in_quotes(columns_[time_->column].name) + ", taken in s");
  for (const Column& column : columns_)
    if (column.used && column.unit && column.unit != column.mapped.meaning.unit)
      names.push_back(in_quotes(column.name) + " in " + std::string(column.unit_name));
  if (!names.empty()) texts.push_back("units as the names state: " + joined(names));
  if (const std::vector<std::string> others = unused(); !others.empty())
    texts.push_back("columns not used: " + joined(others) +
                    (unfit_units_.empty() ? unused_text_ : " (" + unfit_units_ + ")"));
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
  const ColumnMapping fit{column.name, column_name(unit.quantity, joint.name)};
  throw UsageError("`map`", "takes " + in_quotes(column.name) + " for " + in_quotes(meaning.as) + ", and it" +
                                unfit_unit_text(unit, *meaning.quantity, joint, settings.currents) +
                                (is_of_joint ? ", or `map` " + mapping_text({fit}) : ""));
}

CsvColumns::Column& CsvColumns::column_of(const ColumnMapping& mapping, const Places& places) {
  return has_names_ ? named_column(mapping, places) : numbered_column(mapping);
}

// `sec+nanosec=t`: leaves the seconds in the mapping. None: the name is that of one column.
std::optional<std::size_t> CsvColumns::split_time(ColumnMapping& mapping, const Places& places) {
  if (places.contains(mapping.column)) return std::nullopt;
  for (std::size_t plus = mapping.column.find('+'); plus != std::string::npos;
       plus = mapping.column.find('+', plus + 1)) {
    const ColumnMapping seconds{mapping.column.substr(0, plus), mapping.as};
    const ColumnMapping rest{mapping.column.substr(plus + 1), mapping.as};
    if (has_names_ && !(places.contains(seconds.column) && places.contains(rest.column))) continue;
    mapping = seconds;
    return static_cast<std::size_t>(&column_of(rest, places) - columns_.data());
  }
  return std::nullopt;
}

void CsvColumns::apply(const std::vector<ColumnMapping>& mappings, const ColumnNames& names,
                       const Robot& robot, const CsvSettings& settings) {
  Places places;
  for (std::size_t i = 0; i < columns_.size(); ++i) places[columns_[i].name].push_back(i);
  std::unordered_map<std::string, const Column*> mapped;  // by meaning
  const auto is_mapped = [&](const Column& column) {
    const auto found = mapped.find(column.taken_for);
    return found != mapped.end() && found->second == &column;
  };
  for (ColumnMapping mapping : mappings) {
    const std::optional<ColumnTarget> target = column_target(mapping, names, robot, settings.currents);
    if (!target) fail_without_meaning(mapping, robot);
    const ColumnNames::Meaning& meaning = target->meaning;
    const auto nanoseconds = meaning.quantity ? std::nullopt : split_time(mapping, places);
    Column& column = column_of(mapping, places);
    if (is_mapped(column))
      throw UsageError("`map`", "takes the column " + in_quotes(column.name) + " for two: expected one");
    const auto [other, is_first] = mapped.emplace(meaning.as, &column);
    if (!is_first)
      throw UsageError("`map`", "takes both " + in_quotes(other->second->name) + " and " +
                                    in_quotes(column.name) + " for " + in_quotes(meaning.as) +
                                    ": expected one of them");
    column.taken_for = meaning.as;
    column.mapped = *target;
    column.nanoseconds = nanoseconds;
    column.unit = meaning.unit ? meaning.unit : unit_of_mapped(column, names, meaning, robot, settings);
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
  column.zero = column.mapped.zero;
  if (column.unit) {
    if (settings.degrees && column.unit->is_in_radians() && !column.mapped.meaning.unit)
      fail(in_quotes(column.name) + " names " + std::string(column.unit->name) +
           ", and `degrees` (or the header) says degrees: expected these to agree");
    column.si_per_unit = column.mapped.scale * column.unit->si;
    column.unit_name = column.unit->name;
    return;
  }
  const bool in_degrees = settings.degrees && is_revolute && quantity != Quantity::tau;
  column.si_per_unit = column.mapped.scale * (in_degrees ? std::numbers::pi / 180 : 1);
  column.unit_name = in_degrees ? unit_in_degrees(quantity) : unit_of(quantity, is_revolute);
}

// Returns what is to be said if there is none.
std::string CsvColumns::claim_time(const ColumnNames& names, const CsvSettings& settings) {
  Column* t = find("t");
  Column* time = find("time");
  if (t && time) fail("both \"t\" and \"time\" are columns: expected one of them");
  Column* column = t ? t : time;
  if (column) time_ = stamp_in(static_cast<std::size_t>(column - columns_.data()), settings);
  if (!column && (!settings.grid || settings.time_unit)) {
    std::vector<Time> found = stamps(names, settings);
    if (found.size() > 1)
      return "both " + in_quotes(columns_[found[0].column].name) + " and " +
             in_quotes(columns_[found[1].column].name) + " hold times: expected one of them (`map` " +
             mapping_text(std::vector<ColumnMapping>{{columns_[found[0].column].name, "t"}}) + " names it)";
    if (found.size() == 1 && !found.front().unit) {
      const std::string several = take_unit_of_values(found.front(), settings);
      if (!several.empty()) return several;
    }
    if (!found.empty()) time_ = found.front();
  }
  if (!time_ && !settings.grid && settings.needs_time)
    return "no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`)" +
           (has_names_ ? column_for_time_text(without_meaning(unused(), names)) : advice_to_map("t"));
  if (!time_ && settings.time_unit)
    return "no time column for `time-unit`: expected \"t\", \"time\", or \"timestamp\"";
  if (!time_) return "";
  Column& claimed = columns_[time_->column];
  claimed.used = claimed.is_time = true;
  claimed.unit_name = name_of(time_->unit.value_or(TimeUnit::s));
  if (time_->nanoseconds) columns_[*time_->nanoseconds].completes_time = true;
  return "";
}

void CsvColumns::match(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
  for (std::size_t i = 0; i < columns_.size(); ++i) taken_for_[columns_[i].taken_for].push_back(i);
  const std::string without_time = claim_time(names, settings);
  const bool wants_derivatives = reads_derivatives(settings);
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
  if (!missing_q.empty()) fail_without_positions(missing_q, without_time, names, robot, settings);
  if (!without_time.empty()) fail(without_time);
  if (settings.measured != ReadMeasured::no) claim_measured(names, robot, settings);
  if (!wants_derivatives) return;
  choose_known(missing_dq, missing_ddq, robot.dof(), settings);
  if (known_ != Known::q || !has_names_) return;
  LackingColumns rates = lacking(robot, settings);
  rates.of(Quantity::tau).clear();
  const std::vector<NameReading> readings = name_readings(unread(names, false), robot, rates);
  if (readings.size() == 1)
    unused_text_ = " (by their names: `map` " + mapping_text(readings.front().mappings) + ")";
}

// Of the first row; empty: it has no decimal commas.
std::string CsvColumns::decimal_text(const CsvSettings& settings) const {
  if (settings.decimal_comma || !first_rows_) return "";
  for (const std::vector<std::string>& row : first_rows_(1))
    for (const std::string& field : row)
      if (!decimal_comma_text(field).empty()) return "; numbers have a decimal comma: `decimal` , reads it";
  return "";
}

// Says at once what is known of the time too.
void CsvColumns::fail_without_positions(const std::vector<std::string>& missing,
                                        const std::string& without_time, const ColumnNames& names,
                                        const Robot& robot, const CsvSettings& settings) const {
  const std::string offered = offer(names, robot, settings);
  const std::optional<std::string> time = likely_time(without_meaning(unused(), names));
  const bool has_likely_time = time && !time_rank(*time);
  if (!offered.empty()) {
    const bool lacks_torques =
        settings.measured == ReadMeasured::must && offered.find("=tau_") == offered.npos;
    fail(offered + (lacks_torques ? torques_text(names, robot, settings) : "") +
         (without_time.empty() || has_likely_time ? "" : "; " + without_time) + decimal_text(settings));
  }
  const std::string expected = column_name(Quantity::q, missing.front());
  std::string near = unfit_units_.empty() ? did_you_mean(expected, unused()) : "; " + unfit_units_;
  if (near.empty()) near = did_you_mean(missing.front(), unused());
  if (near.empty()) near = advice_to_map(expected) + lock_text(missing, robot);
  fail("no column for joint" + std::string(missing.size() > 1 ? "s " : " ") + joined(missing) +
       ": expected " + in_quotes(expected) +
       (names_time(missing.front()) ? "" : " or " + in_quotes(missing.front())) + near +
       (without_time.empty() ? "" : "; " + without_time));
}

void CsvColumns::claim_measured(const ColumnNames& names, const Robot& robot, const CsvSettings& settings) {
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
  std::string near = unfit_units_.empty() ? torques_text(names, robot, settings) : "; " + unfit_units_;
  if (near.empty()) near = did_you_mean(expected, unused());
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

void CsvColumns::add_zeros(Block& block, std::size_t first, std::size_t count) const {
  for (const Column& column : columns_)
    if (column.used && column.zero != 0)
      for (double *value = column.rows_in(block) + first, *end = value + count; value != end; ++value)
        *value += column.zero;
}

std::string not_a_number(const CsvColumns::Column& column, std::string_view text) {
  std::string advice = decimal_comma_text(text);
  if (!advice.empty()) advice += " (`decimal` , reads it)";
  if (column.is_time && parse_time_stamp(text, TimeUnit::iso))
    advice = ", or `time-unit` iso for date and time";
  else if (is_missing(text))
    advice = " (`missing` skip leaves such rows out)";
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) +
         ": expected a finite number" +
         (column.unit_name.empty() ? "" : " (" + std::string(column.unit_name) + ")") + advice;
}

std::string time_order_advice(bool is_same, PlaceBy places) {
  return is_same ? " (`missing` skip leaves out rows that repeat the one before)"
         : places == PlaceBy::message
             ? " (\"mcap sort\" puts messages in order; if a clock was reset, cut the recording there by "
               "\"mcap filter\" and run its parts one by one)"
             : " (if a clock was reset, cut the file before this row and run its parts one by one)";
}

std::string time_order_advice(double t, double before, PlaceBy places) {
  constexpr double never_seconds = 1e11;  // 3000 years
  if (t == before && t > never_seconds) return " (`time-unit` ms, us or ns keeps all digits)";
  return time_order_advice(t == before, places);
}

std::string not_a_time(const CsvColumns::Column& column, std::string_view text, TimeUnit unit) {
  const std::string expected = unit == TimeUnit::iso
                                   ? "date and time by ISO 8601, such as 2026-01-31T12:00:00.5Z"
                                   : "number (" + std::string(name_of(unit)) + ") below 292 years";
  return column.name + (text.empty() ? " is empty" : " is " + in_quotes(text)) + ": expected a " + expected;
}

}  // namespace invdyn
