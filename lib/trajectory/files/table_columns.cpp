#include "table_columns.h"

#include <algorithm>
#include <numbers>
#include <unordered_map>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/named_joints.h"
#include "csv_column_finder.h"

namespace invdyn {
namespace {

bool is_number_in_file(std::string number, bool decimal_comma) {
  if (decimal_comma) std::replace(number.begin(), number.end(), ',', '.');
  return parse_finite(number).has_value();
}

// `tau_elbow` of `elbow` with N m; of `tau_elbow` too. Empty: the unit is none of the name's quantity.
std::string meaning_with_unit(const StatedUnit& stated) {
  for (const Quantity quantity : all_quantities)
    if (stated.before.starts_with(std::string(name_of(quantity)) + '_'))
      return quantity == stated.unit->quantity ? stated.before : "";
  return column_name(stated.unit->quantity, stated.before);
}

// The unit of the mapped column, as the mapping or the name states it; null: none does.
const ColumnUnit* unit_of(const ColumnMapping& mapping) {
  const std::size_t begin = mapping.as.find(':');
  if (begin == std::string::npos) {
    const std::optional<StatedUnit> stated = stated_unit(mapping.column);
    return stated ? stated->unit : nullptr;
  }
  const std::size_t end = std::min(mapping.as.find(':', begin + 1), mapping.as.size());
  return unit_by_name(mapping.as.substr(begin + 1, end - begin - 1));
}

// Without a robot, all names in mappings are those of joints. Units tell which of them slide.
Robot robot_of_mappings(const std::vector<ColumnMapping>& mappings) {
  std::vector<NamedJoint> joints;
  for (const ColumnMapping& mapping : mappings) {
    std::string name = mapping.as.substr(0, mapping.as.find(':'));
    for (const Quantity quantity : all_quantities)
      if (name.starts_with(std::string(name_of(quantity)) + '_')) {
        name.erase(0, name_of(quantity).size() + 1);
        break;
      }
    const bool is_known =
        std::any_of(joints.begin(), joints.end(), [&](auto& each) { return each.name == name; });
    if (names_time(name) || is_known) continue;
    const ColumnUnit* const unit = unit_of(mapping);
    joints.push_back({name, unit && unit->turns == false ? JointType::prismatic : JointType::continuous});
  }
  return robot_of_names("the table", joints);
}

}  // namespace

CsvColumns::CsvColumns(const std::vector<std::string_view>& names, const TableSettings& table,
                       const CsvSettings& settings, std::string place, FirstRows first_rows)
    : CsvColumns(CsvColumnFinder(table.robot ? *table.robot : robot_of_mappings(settings.mappings), settings,
                                 std::move(place), std::move(first_rows))
                     .of_table(names, table)) {}

CsvColumns CsvColumnFinder::of_table(const std::vector<std::string_view>& names, const TableSettings& table) {
  is_table_ = true;
  const auto is_a_number = [](std::string_view name) { return parse_finite(name).has_value(); };
  const auto is_repeated_number = [&](std::string_view name) {
    return is_a_number(name) && std::count(names.begin(), names.end(), name) > 1;
  };
  if (std::all_of(names.begin(), names.end(), is_a_number) ||
      std::any_of(names.begin(), names.end(), is_repeated_number))
    fail("the first row holds numbers: expected a header row with the columns' names, such as t,q_" +
         (table.robot && table.robot->dof() > 0 ? table.robot->moving_joint(0).name : "elbow") +
         ", or `no-header`");
  for (const std::string_view name : names)
    columns_.push_back({.name = std::string(name), .taken_for = std::string(name)});
  if (!settings_.mappings.empty()) apply(settings_.mappings);
  for (std::size_t i = 0; i < columns_.size(); ++i) taken_for_[columns_[i].taken_for].push_back(i);
  const bool is_over_time =
      !table.is_over_time || table.is_over_time(std::vector<std::string>(names.begin(), names.end()));
  const std::string fault = is_over_time ? claim_time() : "";
  if (!fault.empty()) fail(fault);
  if (settings_.reads_names && !table.robot)
    throw UsageError("`map`", "auto needs to know the joints: give `robot` ROBOT too");
  if (settings_.reads_names) read_names();
  for (Column& column : columns_)
    if (table.reads_units && !column.is_time && !column.completes_time) take_unit_of_table(column);
  choose_from_table(table);
  return *this;
}

// Values are in SI units, or angles in degrees if the file has them so.
void CsvColumnFinder::take_unit_of_table(Column& column) {
  const std::optional<StatedUnit> stated = stated_unit(column.name);
  const bool is_mapped = column.taken_for != column.name;
  if (!is_mapped && stated && !stated->unit->is_of_current && !names_.exact(column.name)) {
    const std::string meaning = meaning_with_unit(*stated);
    if (!meaning.empty()) column.taken_for = meaning;
    if (!meaning.empty()) column.unit = stated->unit;
  }
  column.zero = column.mapped.zero;
  column.si_per_unit = column.mapped.scale;
  if (!column.unit) return;
  column.unit_name = column.unit->name;
  column.si_per_unit *= column.unit->si;
  if (settings_.degrees && column.unit->turns == true && column.unit->quantity != Quantity::tau)
    column.si_per_unit *= 180 / std::numbers::pi;
}

void CsvColumnFinder::choose_from_table(const TableSettings& table) {
  constexpr std::size_t enough = 256;  // rows, in which a log of several rates has each value
  const std::vector<bool> wanted = table.wanted(columns_);
  const auto rows = first_rows_ ? first_rows_(enough) : std::vector<std::vector<std::string>>();
  std::vector<std::string> texts, repeated;
  std::unordered_map<std::string, std::size_t> counts;
  for (const Column& column : columns_) ++counts[column.taken_for];
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    Column& column = columns_[i];
    if (!wanted[i] || column.is_time || column.completes_time || column.taken_for.empty()) continue;
    const bool is_repeated = counts.at(column.taken_for) > 1;
    const auto first = std::find_if(rows.begin(), rows.end(), [&](const std::vector<std::string>& row) {
      return i < row.size() && !is_missing(row[i]);
    });
    const bool is_text = first != rows.end() && !is_number_in_file((*first)[i], settings_.decimal_comma);
    if (table.leaves_out && (is_repeated || is_text)) {
      (is_repeated ? repeated : texts).push_back(column.name);
      continue;
    }
    if (is_repeated)
      fail("the column " + in_quotes(column.name) +
           " is repeated: expected one column with this name (delete or rename the other columns)");
    column.used = true;
    column.derived = count++;
  }
  if (count == 0 && !repeated.empty())
    fail("the column " + in_quotes(repeated.front()) +
         " is repeated: expected one column with this name (delete or rename the other columns)");
  if (!texts.empty()) left_out_.push_back("columns not drawn, because they hold text: " + joined(texts));
  if (!repeated.empty())
    left_out_.push_back("columns not drawn, because their names are repeated: " + joined(repeated));
}

}  // namespace invdyn
