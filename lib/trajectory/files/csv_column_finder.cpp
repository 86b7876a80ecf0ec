#include "csv_column_finder.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_line.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/csv/unit_in_header.h"
#include "../../ground/text/number.h"
#include "../names/base_reading.h"
#include "../names/joint_words.h"
#include "../names/name_offer.h"
#include "../names/names_in_rows.h"
#include "../names/time_name.h"

namespace invdyn {
namespace {

[[noreturn]] void fail_without_meaning(const ColumnMapping& mapping, const Robot& robot) {
  std::vector<std::string> names{"t"};
  if (robot.base_floats())
    for (const BaseColumn& column : base_columns) names.emplace_back(column.name);
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    names.push_back(robot.moving_joint(j).name);
    for (const Quantity quantity : all_quantities)
      names.push_back(column_name(quantity, robot.moving_joint(j).name));
  }
  std::string near = did_you_mean(mapping.as, names);
  if (near.empty()) near = did_you_mean(mapping.as.substr(0, mapping.as.find(':')), names);
  if (near.empty() && mapping.as.starts_with("current"))
    near = "; with `torque-constant`, map currents to tau_JOINT";
  throw UsageError(
      "`map`", "maps the column " + in_quotes(mapping.column) + " to " + in_quotes(mapping.as) +
                   ": expected t" + (robot.base_floats() ? ", a column of the base (such as base_qw)," : "") +
                   " or JOINT, dq_JOINT, ddq_JOINT or tau_JOINT (JOINT: the name of a moving joint)" + near);
}

bool is_called_names(const std::string& column) {
  const Words words = words_in(column);
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word == "name" || word == "names"; });
}

}  // namespace

CsvColumns CsvColumnFinder::of_names(const std::vector<std::string_view>& names) {
  const auto has_comma = [](std::string_view name) { return !decimal_comma_text(name).empty(); };
  const auto is_number = [&](std::string_view name) { return parse_finite(name) || has_comma(name); };
  const auto is_joint = [&](std::string_view name) {
    for (std::size_t j = 0; j < robot_.dof(); ++j)
      if (robot_.moving_joint(j).name == name) return true;
    return false;
  };
  if (std::all_of(names.begin(), names.end(), [&](auto name) { return name.empty() || is_number(name); }) &&
      std::any_of(names.begin(), names.end(), is_number) &&
      std::none_of(names.begin(), names.end(), is_joint))
    fail("the first row holds numbers: expected a header row with the columns' names, such as t," +
         (robot_.dof() > 0 ? "q_" + robot_.moving_joint(0).name : "base_x") + ", or `no-header`" +
         (std::any_of(names.begin(), names.end(), has_comma) && !settings_.decimal_comma ? " `decimal` ,"
                                                                                         : "") +
         with_no_header(names));
  for (const std::string_view name : names)
    columns_.push_back({.name = std::string(name), .taken_for = std::string(name)});
  take_units();
  if (!settings_.mappings.empty()) apply(settings_.mappings);
  if (settings_.reads_names) read_names();
  match();
  const auto may_name_joints = [](const Column& column) {
    return !column.used && is_called_names(column.name);
  };
  if (first_rows_ && !(settings_.mappings.empty() && reading_text_.empty()) &&
      std::any_of(columns_.begin(), columns_.end(), may_name_joints))
    for (const std::vector<std::string>& row : first_rows_(1)) keep_names(row);
  tell_unused_rates();
  return *this;
}

// What `no-header` needs besides.
std::string CsvColumnFinder::with_no_header(const std::vector<std::string_view>& first_row) const {
  const std::size_t joints = robot_.dof() + settings_.locked.size();
  const std::size_t count = first_row.size() - (first_row.back().empty() ? 1 : 0);
  const auto is_right = [&](std::size_t values) {
    for (std::size_t quantities = 1; quantities <= all_quantities.size() - 1; ++quantities)
      if (values == unnamed_count(joints, robot_.base_floats(), quantities)) return true;
    return false;
  };
  if (is_right(count - 1) || ((settings_.grid || !settings_.needs_time) && is_right(count)))
    return robot_.base_floats() && !settings_.quaternion ? " with `quaternion` wxyz or xyzw" : "";
  return is_right(count) ? " with `dt` or `rate`, because no column is left for t"
                         : " with `map` NUMBER=JOINT for " + counted(count, "column") +
                               (settings_.grid ? "" : ", and NUMBER=t, `dt` or `rate` for the time");
}

CsvColumns CsvColumnFinder::of_numbers(const std::vector<std::string_view>& first_row) {
  has_names_ = false;
  for (std::size_t i = 1; i <= first_row.size(); ++i)
    columns_.push_back({.name = "column " + std::to_string(i), .taken_for = ""});
  apply(settings_.mappings);
  match();
  keep_names({first_row.begin(), first_row.end()});
  return *this;
}

// Columns are taken by the joints that the first row names: other rows must name the same.
void CsvColumnFinder::keep_names(const std::vector<std::string>& first_row) {
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < robot_.dof(); ++j) joints.push_back(robot_.moving_joint(j).name);
  const JointWords words(joints);
  std::unordered_set<std::size_t> named, columns;
  for (std::size_t i = 0; i < std::min(columns_.size(), first_row.size()); ++i) {
    std::vector<std::string> names = names_in_field(first_row[i]);
    names.push_back(first_row[i]);  // the only one
    for (const std::string& name : names) {
      const auto found = words.in(words_in(name));
      if (!found || columns_[i].used || (has_names_ && !is_called_names(columns_[i].name))) continue;
      named.insert(found->joint);
      columns.insert(i);
    }
  }
  if (named.size() < joints.size()) return;
  for (const std::size_t i : columns) columns_[i].expected = first_row[i];
}

UnreadColumns CsvColumnFinder::unread() const {
  UnreadColumns columns;
  bool has_free = false;
  for (const Column& column : columns_) {
    const bool is_mapped = column.mapped.meaning.quantity.has_value();
    const bool is_other = column.is_time || column.completes_time || time_rank(column.name) ||
                          (column.taken_for.empty() && !is_mapped) || names_time(column.taken_for);
    columns.has_meaning.push_back(!is_mapped && !is_other &&
                                  (column.used || column.unit || names_.exact(column.name)));
    columns.taken.push_back(is_mapped || is_other || columns.has_meaning.back());
    columns.names.push_back(is_other ? "" : column.name);
    has_free = has_free || !columns.taken.back();
  }
  if (!has_free || !first_rows_) return columns;
  for (std::vector<std::string>& row : first_rows_(1)) columns.first_row = std::move(row);
  return columns;
}

LackingColumns CsvColumnFinder::lacking() const {
  std::unordered_set<std::string> there;
  for (const Column& column : columns_)
    if (!column.is_time) there.insert(column.taken_for);
  LackingColumns lacking;
  lacking.currents = settings_.currents;
  lacking.locked = settings_.locked;
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::string& joint = robot_.moving_joint(j).name;
    for (const Quantity quantity : all_quantities) {
      const bool is_wanted =
          quantity == Quantity::q ||
          (quantity == Quantity::tau ? settings_.measured != ReadMeasured::no : reads_derivatives());
      if (is_wanted && !there.contains(column_name(quantity, joint)) &&
          !(quantity == Quantity::q && there.contains(joint)))
        lacking.of(quantity).push_back(j);
    }
  }
  return lacking;
}

// Takes the columns of the one certain reading. match() tells of all others.
void CsvColumnFinder::read_names() {
  const Mappings of_base = base_by_names();
  apply(of_base);
  if (!of_base.empty()) reading_text_ = "`map` auto chose the mapping " + mapping_text(of_base);
  const std::vector<NameReading> readings = name_readings(unread(), robot_, lacking());
  if (readings.size() != 1 || !readings.front().is_certain) return;
  apply(readings.front().mappings);
  reading_text_ +=
      (reading_text_.empty() ? "`map` auto chose the mapping " : " and ") +
      mapping_text(readings.front().mappings) +
      (readings.front().joints == NameReading::Joints::by_number ? ", in the robot's order" : "") +
      readings.front().commands;
}

// Takes names with units for those without. A bare name may be of the quantity that its unit belongs to,
// which is left to the reading of names.
void CsvColumnFinder::take_units() {
  for (Column& column : columns_) {
    const std::optional<ColumnNames::Meaning> meaning = names_.of(column.name);
    if (!meaning) note_unknown_unit(column.name);
    if (!meaning || !meaning->unit) continue;
    const Joint& joint = meaning->joint_in(robot_);
    const ColumnUnit& unit = *meaning->unit;
    if (unit.is_of(*meaning->quantity, joint, settings_.currents)) {
      column.taken_for = meaning->as;
      column.unit = &unit;
    } else if (unfit_units_.empty() &&
               !(meaning->is_bare && unit.is_of(unit.quantity, joint, settings_.currents))) {
      unfit_units_ =
          in_quotes(column.name) + unfit_unit_text(unit, *meaning->quantity, joint, settings_.currents);
    }
  }
}

void CsvColumnFinder::note_unknown_unit(const std::string& name) {
  const HeaderParts parts = parts_of_header(name, {});
  const auto meaning = parts.unit ? names_.exact(parts.name) : std::nullopt;
  if (!unfit_units_.empty() || !meaning || !meaning->quantity || meaning->is_bare) return;
  unfit_units_ = in_quotes(name) + unknown_unit_text(*parts.unit, *meaning->quantity,
                                                     meaning->joint_in(robot_), settings_.currents);
}

void CsvColumnFinder::fail(const std::string& what) const {
  throw Error(place_, what);
}

std::string CsvColumnFinder::advice_to_map(const std::string& as) const {
  return has_names_ ? ", or `map` NAME=" + as + " for a column of another name" + columns_text()
                    : " by `map` NUMBER=" + as;
}

// The unit in the name of a column that is mapped to this meaning; null: it has none.
const ColumnUnit* CsvColumnFinder::unit_of_mapped(const Column& column,
                                                  const ColumnNames::Meaning& meaning) const {
  if (!has_names_ || !meaning.quantity || names_.exact(column.name)) return nullptr;
  const std::optional<StatedUnit> stated = stated_unit(column.name);
  if (!stated) return nullptr;
  const Joint& joint = meaning.joint_in(robot_);
  const ColumnUnit& unit = *stated->unit;
  if (unit.is_of(*meaning.quantity, joint, settings_.currents)) return &unit;
  const bool is_of_joint = !meaning.base && unit.is_of(unit.quantity, joint, settings_.currents);
  const ColumnMapping fit{column.name, column_name(unit.quantity, joint.name)};
  throw UsageError("`map`",
                   "maps " + in_quotes(column.name) + " to " + in_quotes(meaning.as) + ", but " +
                       in_quotes(column.name) +
                       unfit_unit_text(unit, *meaning.quantity, joint, settings_.currents) +
                       (is_of_joint ? " (for this unit, give `map` " + mapping_text({fit}) + ")" : ""));
}

std::size_t CsvColumnFinder::numbered_column(const ColumnMapping& mapping) const {
  const std::optional<double> number = parse_finite(mapping.column);
  const auto count = static_cast<double>(columns_.size());
  if (!number || *number != std::floor(*number) || *number < 1 || *number > count)
    fail("has " + counted(columns_.size(), "column") + " and no header, but `map` maps " +
         in_quotes(mapping.column) + " to " + in_quotes(mapping.as) +
         ": expected a column number from 1 to " + std::to_string(columns_.size()) + " in place of " +
         in_quotes(mapping.column));
  return static_cast<std::size_t>(*number) - 1;
}

std::size_t CsvColumnFinder::named_column(const ColumnMapping& mapping, const Places& places) const {
  const auto found = places.find(mapping.column);
  if (found != places.end() && found->second.size() > 1)
    fail("the column " + in_quotes(mapping.column) +
         " is repeated: expected one column with this name (delete or rename the other columns)");
  if (found != places.end()) return found->second.front();
  std::vector<std::string> names;
  for (const Column& column : columns_) names.push_back(column.name);
  std::string near = did_you_mean(mapping.column, names);
  for (const std::string& name : names)
    if (parts_of_header(name, {}).name == mapping.column) near = "; did you mean " + in_quotes(name) + '?';
  const ColumnMapping swapped{mapping.as, mapping.column};
  if (places.contains(mapping.as) && column_target(swapped, names_, robot_, settings_.currents))
    near = ": the two sides of = are exchanged: expected `map` " + mapping_text({swapped});
  if (near.empty() && parse_finite(mapping.column))
    near = ": expected a name from the header (column numbers are only for `no-header`)";
  fail("no column " + in_quotes(mapping.column) + ", but `map` maps this name to " + in_quotes(mapping.as) +
       near);
}

std::size_t CsvColumnFinder::column_of(const ColumnMapping& mapping, const Places& places) const {
  return has_names_ ? named_column(mapping, places) : numbered_column(mapping);
}

// `sec+nanosec=t`: leaves the seconds in the mapping. None: the name is that of one column.
std::optional<std::size_t> CsvColumnFinder::split_time(ColumnMapping& mapping, const Places& places) const {
  if (places.contains(mapping.column)) return std::nullopt;
  for (std::size_t plus = mapping.column.find('+'); plus != std::string::npos;
       plus = mapping.column.find('+', plus + 1)) {
    const ColumnMapping seconds{mapping.column.substr(0, plus), mapping.as};
    const ColumnMapping rest{mapping.column.substr(plus + 1), mapping.as};
    if (has_names_ && !(places.contains(seconds.column) && places.contains(rest.column))) continue;
    mapping = seconds;
    return column_of(rest, places);
  }
  return std::nullopt;
}

// A joint's name can have `=`, at which the mapping was split.
ColumnTarget CsvColumnFinder::target_of(ColumnMapping& mapping) const {
  const ColumnMapping swapped{mapping.as, mapping.column};
  const auto is_column = [&](const std::string& name) {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const Column& each) { return each.name == name; });
  };
  for (ColumnMapping split = mapping;;) {
    if (const auto target = column_target(split, names_, robot_, settings_.currents)) {
      mapping = split;
      return *target;
    }
    const std::size_t equals = split.column.rfind('=');
    if (equals == std::string::npos && has_names_ && is_column(swapped.column) && !is_column(swapped.as) &&
        column_target(swapped, names_, robot_, settings_.currents))
      throw UsageError("`map`",
                       "has " + in_quotes(swapped.as + '=' + swapped.column) +
                           ", but the column of the file must be on the left side of =: expected `map` " +
                           mapping_text({swapped}));
    if (equals == std::string::npos) fail_without_meaning(mapping, robot_);
    split = {split.column.substr(0, equals), split.column.substr(equals + 1) + '=' + split.as};
  }
}

void CsvColumnFinder::apply(const Mappings& mappings) {
  Places places;
  for (std::size_t i = 0; i < columns_.size(); ++i) places[columns_[i].name].push_back(i);
  std::unordered_map<std::string, std::size_t> mapped;  // by meaning
  std::unordered_set<std::size_t> taken;
  for (ColumnMapping mapping : mappings) {
    const ColumnTarget target = target_of(mapping);
    const std::string text = in_quotes(mapping.column + '=' + mapping.as);
    const auto nanoseconds = target.meaning.quantity ? std::nullopt : split_time(mapping, places);
    const std::size_t index = column_of(mapping, places);
    Column& column = columns_[index];
    for (const std::optional<std::size_t> i : {std::optional(index), nanoseconds})
      if (i && !taken.insert(*i).second)
        throw UsageError("`map`", "maps the column " + in_quotes(columns_[*i].name) +
                                      " to two targets: expected only one target");
    const auto [other, is_first] = mapped.emplace(target.meaning.as, index);
    if (!is_first)
      throw UsageError("`map`", "maps both " + in_quotes(columns_[other->second].name) + " and " +
                                    in_quotes(column.name) + " to " + in_quotes(target.meaning.as) +
                                    ": expected only one of the two columns");
    if (nanoseconds && target.time_unit)
      throw UsageError(
          "`map`",
          "has " + text + ": expected no unit, because the time is in two columns, seconds and nanoseconds");
    if (target.time_unit && settings_.time_unit && target.time_unit != settings_.time_unit)
      throw UsageError("`map`", "has " + text + ", but `time-unit` is " +
                                    std::string(name_of(*settings_.time_unit)) +
                                    ": expected the unit in `map` or in `time-unit`, not in both");
    column.taken_for = target.meaning.as;
    column.mapped = target;
    column.nanoseconds = nanoseconds;
    column.unit = target.meaning.unit ? target.meaning.unit : unit_of_mapped(column, target.meaning);
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::optional<ColumnNames::Meaning> meaning = names_.exact(columns_[i].taken_for);
    if (meaning && mapped.contains(meaning->as) && mapped.at(meaning->as) != i) columns_[i].taken_for.clear();
  }
}

CsvColumns::Column* CsvColumnFinder::find(const std::string& name) {
  Column* found = nullptr;
  const auto columns = taken_for_.find(name);
  if (columns == taken_for_.end()) return found;
  for (const std::size_t i : columns->second) {
    Column& column = columns_[i];
    if (column.used) continue;
    if (found && found->name != column.name) fail_with_both(*found, column);
    if (found)
      fail("the column " + in_quotes(column.name) +
           " is repeated: expected one column with this name (delete or rename the other columns)");
    found = &column;
  }
  return found;
}

// Columns of the same quantity of a joint.
void CsvColumnFinder::fail_with_both(const Column& one, const Column& other) const {
  fail("both " + in_quotes(one.name) + " and " + in_quotes(other.name) +
       " are columns: expected one of them");
}

void CsvColumnFinder::claim(Column& column, Quantity quantity, std::size_t joint) {
  column.joint = joint;
  take_unit(column, quantity, robot_.moving_joint(joint).is_revolute());
}

// Of a column that is used: what is known beside its joint.
void CsvColumnFinder::take_unit(Column& column, Quantity quantity, bool turns) {
  column.used = true;
  column.quantity = quantity;
  column.is_angle = quantity == Quantity::q && turns;
  column.zero = column.mapped.zero;
  if (column.unit) {
    if (settings_.degrees && column.unit->is_in_radians() && !column.mapped.meaning.unit)
      fail(
          "the column name " + in_quotes(column.name) + " states " + std::string(column.unit->name) +
          ", but `degrees` or the header says degrees: correct the one that is wrong, or use a name without a "
          "unit");
    column.si_per_unit = column.mapped.scale * column.unit->si;
    column.unit_name = column.unit->name;
    return;
  }
  const bool in_degrees = settings_.degrees && turns && quantity != Quantity::tau;
  column.si_per_unit = column.mapped.scale * (in_degrees ? std::numbers::pi / 180 : 1);
  column.unit_name = in_degrees ? unit_in_degrees(quantity) : unit_of(quantity, turns);
}

void CsvColumnFinder::match() {
  for (std::size_t i = 0; i < columns_.size(); ++i) taken_for_[columns_[i].taken_for].push_back(i);
  const std::string without_time = claim_time();
  if (robot_.base_floats()) expect_no_joint_like_base(robot_, place_);
  const bool wants_derivatives = reads_derivatives();
  std::vector<std::string> missing_dq, missing_ddq;
  std::vector<const Column*> q(robot_.dof(), nullptr);
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::string& joint = robot_.moving_joint(j).name;
    const auto claim_if_there = [&](Quantity quantity) {
      Column* column = find(column_name(quantity, joint));
      if (column) claim(*column, quantity, j);
      return column;
    };
    q[j] = claim_if_there(Quantity::q);
    if (!wants_derivatives) continue;
    if (!claim_if_there(Quantity::dq)) missing_dq.push_back(column_name(Quantity::dq, joint));
    if (!claim_if_there(Quantity::ddq)) missing_ddq.push_back(column_name(Quantity::ddq, joint));
  }
  // Bare names last: a joint's name can equal the column of another joint or of the time.
  std::vector<std::string> missing_q;
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::string& joint = robot_.moving_joint(j).name;
    Column* column = find(joint);
    if (column && q[j]) fail_with_both(*q[j], *column);
    if (column) claim(*column, Quantity::q, j);
    if (!column && !q[j]) missing_q.push_back(joint);
  }
  if (!missing_q.empty()) {
    for (Column& column : columns_)  // which are of no joint
      column.used = column.used || (robot_.base_floats() && base_column(column.taken_for));
    fail_without_positions(missing_q, without_time);
  }
  if (robot_.base_floats()) claim_base();
  if (!without_time.empty()) {
    std::vector<std::size_t> angles;
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].used && columns_[i].is_angle && !columns_[i].unit) angles.push_back(i);
    fail(without_time + (without_time.ends_with("another name") ? columns_text() : "") +
         degrees_text(angles));
  }
  if (settings_.measured != ReadMeasured::no) claim_measured();
  claim_flags();
  if (wants_derivatives) choose_known(missing_dq, missing_ddq);
}

// A note that waits for no row.
void CsvColumnFinder::tell_unused_rates() {
  first_rows_ = {};
  if (known_ != Known::q || !reads_derivatives()) return;
  LackingColumns rates = lacking();
  rates.of(Quantity::tau).clear();
  const std::vector<NameReading> readings = name_readings(unread(), robot_, rates);
  if (readings.size() == 1)
    unused_text_ = " (by their names: `map` " + mapping_text(readings.front().mappings) + ")";
}

void CsvColumnFinder::claim_base() {
  std::array<Column*, base_columns.size()> found{};
  std::array<bool, base_columns.size()> is_there{};
  for (std::size_t i = 0; i < base_columns.size(); ++i) {
    found[i] = find(std::string(base_columns[i].name));
    is_there[i] = found[i] != nullptr;
  }
  const BaseChoice choice =
      choose_base_columns(is_there, reads_derivatives(), settings_.scheme == Scheme::given);
  if (!choice.fault.empty()) fail(choice.fault + (has_names_ ? base_text() : ""));
  for (const BasePart& part : choice.parts)
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
      found[i]->base = i;
      take_unit(*found[i], base_columns[i].quantity, base_columns[i].turns);
      if (part.first == base_quaternion.first) found[i]->unit_name = {};
    }
  base_ = choice.reading;
  if (!settings_.has_header && settings_.mappings.empty()) base_->order = settings_.quaternion;
}

void CsvColumnFinder::claim_flags() {
  for (std::size_t i = 0; i < settings_.flags.size(); ++i) {
    const std::string& name = settings_.flags[i];
    const auto column =
        std::find_if(columns_.begin(), columns_.end(), [&](const Column& each) { return each.name == name; });
    if (column == columns_.end() || !has_names_)
      fail("no column " + in_quotes(name) + " for `contact` when=" + name + ": expected one of " +
           joined(unused()) + did_you_mean(name, unused()));
    if (column->used || column->is_time)
      fail("`contact` when=" + name + ", but invdyn reads the column " + in_quotes(name) +
           " as another quantity: expected a column that states whether the contact carries load");
    column->used = true;
    column->flag = i;
    column->unit_name = "0 or another number";
  }
}

void CsvColumnFinder::claim_measured() {
  std::vector<Column*> found;
  std::vector<std::string> missing;
  for (std::size_t j = 0; j < robot_.dof(); ++j) {
    const std::string& joint = robot_.moving_joint(j).name;
    found.push_back(find(column_name(Quantity::tau, joint)));
    if (!found.back()) missing.push_back(joint);
  }
  has_measured_ = missing.empty();
  if (has_measured_)
    for (std::size_t j = 0; j < robot_.dof(); ++j) claim(*found[j], Quantity::tau, j);
  if (has_measured_ || settings_.measured == ReadMeasured::if_there) return;
  const std::string expected = column_name(Quantity::tau, missing.front());
  for (Column* column : found)
    if (column) column->used = true;
  std::string near = unfit_units_.empty() ? torques_text() : "; " + unfit_units_;
  if (near.empty()) near = did_you_mean(expected, unused());
  if (near.starts_with("; did you mean")) near += near_text(Quantity::tau, missing, unused());
  if (near.empty())
    near =
        unused().empty()
            ? ", but the file has no other columns. To compute torques without measured torques, run invdyn torque"
            : advice_to_map(expected) + group_text(Quantity::tau, missing);
  fail("no measured torque of joint" + std::string(missing.size() > 1 ? "s " : " ") + joined(missing) +
       ": expected " + in_quotes(expected) + near);
}

void CsvColumnFinder::choose_known(const std::vector<std::string>& missing_dq,
                                   const std::vector<std::string>& missing_ddq) {
  const bool no_dq = missing_dq.size() == robot_.dof(), no_ddq = missing_ddq.size() == robot_.dof();
  if (missing_dq.empty() && missing_ddq.empty()) {
    known_ = Known::q_dq_ddq;
  } else if (settings_.scheme == Scheme::given) {
    std::vector<std::string> missing = missing_dq;
    missing.insert(missing.end(), missing_ddq.begin(), missing_ddq.end());
    fail("no column " + joined(missing) + ", but `differentiate` given needs all dq_ and ddq_ columns");
  } else if (missing_dq.empty() && no_ddq) {
    known_ = Known::q_dq;
  } else if (no_dq && no_ddq) {
    known_ = Known::q;
  } else if (no_dq) {
    fail(
        "ddq_ columns without dq_ columns: expected both kinds or neither. To use only q, give "
        "`differentiate` backward or central");
  } else {
    fail("no column " + joined(missing_dq.empty() ? missing_ddq : missing_dq) +
         ", but the file has this quantity for other joints: expected the quantity for all joints or for no "
         "joint. To use only q, give `differentiate` backward or central" +
         (unfit_units_.empty() ? "" : "; " + unfit_units_));
  }
}

}  // namespace invdyn
