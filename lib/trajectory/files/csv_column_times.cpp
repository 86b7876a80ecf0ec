// Which column holds the time, and in which unit: CsvColumns.
#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/time_name.h"
#include "csv_columns.h"

namespace invdyn {

// libfranka's log has whole ms in "time".
bool CsvColumns::is_written_by_libfranka() const {
  const auto has = [&](const char* name) {
    return std::any_of(columns_.begin(), columns_.end(), [&](auto& column) { return column.name == name; });
  };
  return has("success_rate") && has("state.q[0]");
}

// The time of this column, with the unit that is set or that its name states.
CsvColumns::Time CsvColumns::stamp_in(std::size_t column, const CsvSettings& settings) const {
  Time time{.column = column};
  const Column& source = columns_[column];
  const std::string& name = source.name;
  const bool is_mapped = names_time(source.taken_for);
  if (source.nanoseconds) return {.column = column, .nanoseconds = source.nanoseconds, .unit = TimeUnit::s};
  time.unit = source.mapped.time_unit ? source.mapped.time_unit : settings.time_unit;
  const bool is_set = time.unit.has_value();
  if (!is_set && (time.unit = unit_in_time_name(name, is_mapped))) time.unit_by = "the name states";
  if (!time.unit && name == "time" && is_written_by_libfranka()) {
    time.unit = TimeUnit::ms;
    time.unit_by = "libfranka writes it";
  }
  const auto index_of = [&](const std::string& other) {
    return std::find_if(columns_.begin(), columns_.end(), [&](auto& each) { return each.name == other; });
  };
  const auto has_column = [&](const std::string& other) { return index_of(other) != columns_.end(); };
  const auto rest = name_of_nanoseconds(name, has_column);
  if (rest && time.unit == TimeUnit::s)
    time.nanoseconds = static_cast<std::size_t>(index_of(*rest) - columns_.begin());
  if (is_mapped && !is_set && time.unit == TimeUnit::s && !time.nanoseconds)
    return {.column = column};  // s as in "t"
  return time;
}

// Of a column without a stated unit, by the size and the steps of its first rows. A clock that counts from
// 1970 needs two of them.
std::vector<TimeUnit> CsvColumns::units_by_values(std::size_t column, const CsvSettings& settings) const {
  constexpr double epoch = 1e9;
  std::vector<double> times;
  for (const std::size_t enough : {2u, 16u}) {
    times.clear();
    for (const std::vector<std::string>& row : first_rows_(enough)) {
      if (column >= row.size()) break;
      std::string field = row[column];
      if (parse_time_stamp(field, TimeUnit::iso)) return {TimeUnit::iso};
      if (settings.decimal_comma) std::replace(field.begin(), field.end(), ',', '.');
      if (const std::optional<double> t = parse_finite(field)) times.push_back(*t);
    }
    if (times.size() < 2 || times.front() < epoch || times[0] >= times[1]) continue;
    const std::vector<TimeUnit> units = units_of_times(times);
    if (units.size() == 1) return units;
  }
  const std::vector<TimeUnit> units = units_of_times(times);
  const bool is_count =
      units.front() == TimeUnit::s && (times.empty() || std::abs(times.front()) < epoch / 10);
  return is_count && units.size() == 1 ? std::vector<TimeUnit>() : units;  // from the first row on
}

// A name without a unit. Returns what is to be said if several are possible.
std::string CsvColumns::take_unit_of_values(Time& time, const CsvSettings& settings) const {
  const std::vector<TimeUnit> units = units_by_values(time.column, settings);
  if (units.size() > 1) {
    std::string text = "the time " + in_quotes(columns_[time.column].name) + " can be in " +
                       std::string(name_of(units.front())) + " or " + std::string(name_of(units.back())) +
                       " by its size and steps: expected `time-unit` " + std::string(name_of(units.front()));
    return text + ", or `time-unit` " + std::string(name_of(units.back()));
  }
  time.is_by_values = units.empty() || units.front() != TimeUnit::iso;
  if (units.empty()) return "";
  time.unit = units.front();
  time.unit_by = time.is_by_values ? "its size and steps say" : "its text is";
  return "";
}

// Not `/imu/header/stamp`, if positions are in `/js/elbow/position`.
bool CsvColumns::is_stamp_of_positions(const std::string& name, const ColumnNames& names) const {
  const std::string path = name.substr(0, name.find("header"));
  bool has_positions = false;  // with a path
  for (const Column& column : columns_) {
    const std::optional<ColumnNames::Meaning> meaning = names.exact(column.taken_for);
    if (!meaning || meaning->quantity != Quantity::q) continue;
    if (column.name.starts_with(path)) return true;
    has_positions = has_positions || column.name.find_first_of("/.") != std::string::npos;
  }
  return path.empty() || !has_positions;
}

// The columns that hold a time by their names, the likeliest; several: they are as likely.
std::vector<CsvColumns::Time> CsvColumns::stamps(const ColumnNames& names,
                                                 const CsvSettings& settings) const {
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i].taken_for;
    const std::optional<int> rank = time_rank(name);
    if (!rank || names.exact(name)) continue;
    const int of_others = *rank == 0 && !is_stamp_of_positions(name, names) ? 2 : 0;
    if (unit_in_time_name(name) || settings.time_unit || first_rows_)
      ranked.emplace_back(*rank + of_others, i);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](auto& a, auto& b) { return a.first < b.first; });
  const auto rows =
      ranked.size() > 1 && first_rows_ ? first_rows_(2) : std::vector<std::vector<std::string>>();
  const auto is_zero = [&](const std::string& name) {
    const auto same_name = [&](const Column& column) { return column.name == name; };
    const auto i = static_cast<std::size_t>(std::find_if(columns_.begin(), columns_.end(), same_name) -
                                            columns_.begin());
    return rows.size() == 2 && std::all_of(rows.begin(), rows.end(), [&](auto& row) {
             return i < row.size() && (row[i].empty() || parse_finite(row[i]) == 0.0);
           });
  };
  std::vector<std::pair<int, std::size_t>> set = ranked;  // a stamp that nobody sets is 0
  std::erase_if(set, [&](auto& each) {
    const std::string& name = columns_[each.second].name;
    return is_zero(name) && !name_of_nanoseconds(name, [&](const std::string& rest) {
             return std::any_of(columns_.begin(), columns_.end(), [&](auto& c) { return c.name == rest; }) &&
                    !is_zero(rest);
           });
  });
  if (!set.empty()) ranked = std::move(set);
  constexpr std::size_t enough = 100;  // two are too many
  std::vector<std::size_t> best;
  for (const auto& [rank, column] : ranked)
    if (rank == ranked.front().first && best.size() < enough) best.push_back(column);
  const auto completes_another = [&](std::size_t column) {
    return std::any_of(best.begin(), best.end(), [&](std::size_t other) {
      const auto is_this = [&](const std::string& name) { return name == columns_[column].name; };
      return name_of_nanoseconds(columns_[other].name, is_this).has_value();
    });
  };
  std::vector<Time> found;
  for (const std::size_t column : best)
    if (!completes_another(column)) found.push_back({.column = column});
  if (found.size() == 1) found.front() = stamp_in(found.front().column, settings);
  return found;
}

}  // namespace invdyn
