#include "wrench_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_table.h"

namespace invdyn {
namespace {

// Each wrench takes seven numbers in memory.
constexpr std::size_t max_wrench_rows = 1'000'000;

// The component in a column; none: not of a wrench.
std::optional<Eigen::Index> component_of(const std::string& column) {
  const auto found = std::find(wrench_components.begin(), wrench_components.end(), column.substr(0, 2));
  if (found == wrench_components.end() || (column.size() > 2 && column[2] != '_')) return std::nullopt;
  return found - wrench_components.begin();
}

}  // namespace

std::vector<WrenchColumns> read_wrench_file(const std::string& path, const std::vector<std::string>& links,
                                            std::vector<std::string>& passed_over) {
  CsvTable table =
      read_csv_table(path, [](const std::string& name) { return component_of(name).has_value(); });
  const std::string what_is_expected = "expected a column t and at least one of " +
                                       joined({wrench_components.begin(), wrench_components.end()});
  if (!table.time) throw Error(table.file, "has no time column: " + what_is_expected);
  if (table.columns.empty()) throw Error(table.file, "has no column of a wrench: " + what_is_expected);
  if (table.rows == 0) throw Error(table.file, "holds no rows of numbers: expected at least one");

  const std::set<std::string> known(links.begin(), links.end());
  std::map<std::string, WrenchHistory> of_link;
  for (CsvTable::Column& column : table.columns) {
    const std::string link = column.name.size() > 2 ? column.name.substr(3) : "";
    if (column.name.size() > 2 && !known.contains(link))
      throw Error(table.file, "has a column " + in_quotes(column.name) + ", but no link is " +
                                  in_quotes(link) + ": expected one of " + joined(links) +
                                  did_you_mean(link, links));
    WrenchHistory& history = of_link[link];
    if (table.rows * of_link.size() > max_wrench_rows)
      throw Error(table.file, "holds " + std::to_string(table.rows) + " rows of " +
                                  counted(of_link.size(), "wrench") + " or more: more than " +
                                  std::to_string(max_wrench_rows) +
                                  " wrenches are not kept in memory; expected fewer rows");
    if (history.t.empty()) {
      history.file = table.file;
      history.t = *table.time;
      history.values.assign(table.rows, WrenchValues::Zero());
    }
    for (std::size_t k = 0; k < table.rows; ++k)
      history.values[k][*component_of(column.name)] = column.values[k];
    column.values = {};  // the history holds them now
  }
  passed_over = table.passed_over;
  std::vector<WrenchColumns> result;
  for (auto& [link, history] : of_link)
    result.push_back({link, std::make_shared<const WrenchHistory>(std::move(history))});
  return result;
}

}  // namespace invdyn
