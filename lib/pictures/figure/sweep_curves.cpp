#include "sweep_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

struct Condition {
  const char *column, *label, *unit;
};
constexpr std::array conditions{Condition{"payload", "payload", "kg"},
                                Condition{"speed", "speed", "1 = as recorded"},
                                Condition{"gear_ratio", "gear ratio", ""}};

const Condition* condition_of(const std::string& column) {
  for (const Condition& condition : conditions)
    if (column == condition.column) return &condition;
  return nullptr;
}

constexpr std::size_t max_tables = 1000;

bool varies(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [&](double value) { return value != values.front(); });
}

// An empty field is a margin that is not given, but not a condition.
void check_conditions(const CsvTable& sweep, const CsvTable::Column& condition) {
  for (std::size_t row = 0; row < sweep.rows; ++row)
    if (std::isnan(condition.values[row]))
      throw Error(sweep.file, condition.name + " is empty in row " + std::to_string(row + 1) +
                                  ": expected a finite number");
}

bool has(const std::vector<std::string>& columns, const char* name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

}  // namespace

bool is_sweep_condition(const std::string& column) {
  return condition_of(column) != nullptr;
}

bool is_sweep_margin(const std::string& column) {
  return column.starts_with("margin_");
}

bool is_sweep(const std::vector<std::string>& columns) {
  return has(columns, "status") && has(columns, "margin") &&
         std::any_of(columns.begin(), columns.end(), is_sweep_condition) &&
         std::any_of(columns.begin(), columns.end(), is_sweep_margin);
}

SweepCurves sweep_curves(const CsvTable& sweep) {
  std::vector<const CsvTable::Column*> others, margins;
  const CsvTable::Column* x = nullptr;
  for (const CsvTable::Column& column : sweep.columns)
    (is_sweep_condition(column.name) ? others : margins).push_back(&column);
  for (const CsvTable::Column* condition : others) check_conditions(sweep, *condition);
  const auto first = std::find_if(others.begin(), others.end(), [](const CsvTable::Column* column) {
    return !column->values.empty() && varies(column->values);
  });
  x = first == others.end() ? others.front() : *first;
  others.erase(std::find(others.begin(), others.end(), x));

  std::vector<std::string> names;                        // in the order of the rows
  std::map<std::string, std::vector<std::size_t>> rows;  // by name
  for (std::size_t row = 0; row < sweep.rows; ++row) {
    std::string name;
    for (const CsvTable::Column* other : others)
      name += (name.empty() ? "" : ", ") + std::string(condition_of(other->name)->label) + ' ' +
              six_digits(other->values[row]);
    if (!rows.contains(name)) names.push_back(name);
    if (names.size() > max_tables)
      throw Error(sweep.file, "has more than " + std::to_string(max_tables) +
                                  " combinations of conditions (" + x->name +
                                  " is not counted): expected fewer combinations");
    rows[name].push_back(row);
  }

  const Condition& condition = *condition_of(x->name);
  SweepCurves result{
      *condition.unit ? std::string(condition.label) + " (" + condition.unit + ')' : condition.label, {}};
  for (const std::string& name : names) {
    std::vector<std::size_t>& of_table = rows[name];
    std::stable_sort(of_table.begin(), of_table.end(),
                     [&](std::size_t a, std::size_t b) { return x->values[a] < x->values[b]; });
    CsvTable& table = result.tables.emplace_back();
    table.file = name.empty() ? sweep.file : name;
    table.rows = of_table.size();
    table.time.emplace();
    for (const std::size_t row : of_table) table.time->push_back(x->values[row]);
    for (const CsvTable::Column* margin : margins) {
      CsvTable::Column& column = table.columns.emplace_back(CsvTable::Column{margin->name, {}});
      for (const std::size_t row : of_table) column.values.push_back(margin->values[row]);
    }
  }
  if (result.tables.empty())
    throw Error(sweep.file, "has no rows after the header: expected rows of numbers");
  return result;
}

}  // namespace invdyn
