#include "csv_table.h"

#include <algorithm>

#include "../error.h"
#include "../number.h"
#include "../wording.h"
#include "csv_line.h"
#include "csv_rows.h"
#include "csv_time.h"

namespace invdyn {
namespace {

std::vector<std::string> header_of(CsvRows& rows) {
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  if (std::all_of(fields.begin(), fields.end(), [](auto field) { return parse_finite(field).has_value(); }))
    rows.fail(
        "the first row holds numbers: expected a header row with the columns' names, such as t,q_elbow");
  return {fields.begin(), fields.end()};
}

}  // namespace

CsvTable read_csv_table(const std::string& path, const std::function<bool(const std::string&)>& wanted) {
  CsvRows rows(path);
  CsvTable table;
  table.file = rows.name();
  const std::vector<std::string> names = header_of(rows);
  constexpr std::size_t none = static_cast<std::size_t>(-1), time = static_cast<std::size_t>(-2);
  std::vector<std::size_t> target(names.size(), none);  // where the values of a field go
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names_time(names[i])) {
      if (table.time) rows.fail("there are two time columns (\"t\" or \"time\"): expected one of them");
      table.time.emplace();
      target[i] = time;
    } else if (wanted(names[i])) {
      if (std::count(names.begin(), names.end(), names[i]) > 1)
        rows.fail("the column " + in_quotes(names[i]) + " stands twice: expected it once");
      target[i] = table.columns.size();
      table.columns.push_back({names[i], {}});
    } else {
      table.passed_over.push_back(names[i]);
    }
  }

  CsvTime order;
  for (std::vector<std::string_view> fields; rows.read_row(fields); ++table.rows)
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (target[i] == none) continue;
      const auto number = parse_finite(fields[i]);
      if (!number)
        rows.fail(names[i] + (fields[i].empty() ? " is empty" : " is " + in_quotes(fields[i])) +
                  ": expected a finite number" + decimal_comma_text(fields[i]));
      if (target[i] == time) order.check(rows, names[i], *number, fields[i]);
      (target[i] == time ? *table.time : table.columns[target[i]].values).push_back(*number);
    }
  return table;
}

}  // namespace invdyn
