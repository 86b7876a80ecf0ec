#include "csv_table.h"

#include <algorithm>
#include <set>

#include "../base/error.h"
#include "../base/within_memory.h"
#include "../base/wording.h"
#include "../text/number.h"
#include "csv_line.h"
#include "csv_rows.h"
#include "csv_time.h"

namespace invdyn {
namespace {

std::vector<std::string> header_of(CsvRows& rows, const std::string& example) {
  std::vector<std::string_view> fields;
  rows.read_header(fields);
  if (std::all_of(fields.begin(), fields.end(), [](auto field) { return parse_finite(field).has_value(); }))
    rows.fail("the first row holds numbers: expected a header row with the columns' names, such as " +
              example);
  return {fields.begin(), fields.end()};
}

CsvTable read_rows_of_table(const std::string& path, const std::function<bool(const std::string&)>& wanted,
                            std::size_t max_bytes, const std::string& header) {
  CsvRows rows(path, max_bytes);
  CsvTable table;
  table.file = rows.name();
  const std::vector<std::string> names = header_of(rows, header);
  std::set<std::string_view> seen;
  constexpr std::size_t none = static_cast<std::size_t>(-1), time = static_cast<std::size_t>(-2);
  std::vector<std::size_t> target(names.size(), none);  // destination of a field's values
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names_time(names[i])) {
      if (table.time)
        rows.fail("there are two time columns, named \"t\" or \"time\": expected one time column");
      table.time.emplace();
      target[i] = time;
    } else if (wanted(names[i])) {
      if (!seen.insert(names[i]).second)
        rows.fail("the column " + in_quotes(names[i]) +
                  " is repeated: expected it once; delete or rename one of them");
      target[i] = table.columns.size();
      table.columns.push_back({names[i], {}});
    } else {
      table.passed_over.push_back(names[i]);
    }
  }

  const std::size_t kept = table.columns.size() + (table.time ? 1 : 0);
  CsvTime order;
  for (std::vector<std::string_view> fields; rows.read_row(fields); ++table.rows) {
    if ((table.rows + 1) * kept > max_table_numbers)
      rows.fail("the table has more than " + std::to_string(max_table_numbers / kept) + " rows with " +
                counted(kept, "column") + ": expected at most " + std::to_string(max_table_numbers) +
                " numbers in all");
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (target[i] == none) continue;
      const auto number = rows.number(fields[i]);
      if (!number)
        rows.fail(names[i] + (fields[i].empty() ? " is empty" : " is " + in_quotes(fields[i])) +
                  ": expected a finite number" + decimal_comma_text(fields[i]));
      if (target[i] == time) order.check(rows, names[i], *number, fields[i]);
      (target[i] == time ? *table.time : table.columns[target[i]].values).push_back(*number);
    }
  }
  return table;
}

}  // namespace

CsvTable read_csv_table(const std::string& path, const std::function<bool(const std::string&)>& wanted,
                        std::size_t max_bytes, const std::string& header) {
  return within_memory(path == "-" ? "standard input" : path,
                       [&] { return read_rows_of_table(path, wanted, max_bytes, header); });
}

}  // namespace invdyn
