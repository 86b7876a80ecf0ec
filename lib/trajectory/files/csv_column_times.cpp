// Which column holds the time, and in which unit: CsvColumnFinder.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "../../ground/base/wording.h"
#include "../../ground/csv/csv_time.h"
#include "../../ground/text/number.h"
#include "../names/name_offer.h"
#include "../names/time_name.h"
#include "csv_column_finder.h"

namespace invdyn {

std::optional<std::size_t> CsvColumnFinder::index_of(const std::string& name) const {
  for (std::size_t i = 0; i < columns_.size(); ++i)
    if (columns_[i].name == name) return i;
  return std::nullopt;
}

// The column with the rest of the seconds in this one.
std::optional<std::size_t> CsvColumnFinder::rest_of(std::size_t column) const {
  const auto has_column = [&](const std::string& name) { return index_of(name).has_value(); };
  const std::optional<std::string> rest = name_of_nanoseconds(columns_[column].name, has_column);
  return rest ? index_of(*rest) : std::nullopt;
}

// The time of this column, with the unit that is set or that its name states.
CsvColumns::Time CsvColumnFinder::stamp_in(std::size_t column) const {
  Time time{.column = column};
  const Column& source = columns_[column];
  const bool is_mapped = names_time(source.taken_for);
  if (source.nanoseconds) return {.column = column, .nanoseconds = source.nanoseconds, .unit = TimeUnit::s};
  time.unit = source.mapped.time_unit ? source.mapped.time_unit : settings_.time_unit;
  const bool is_set = time.unit.has_value();
  if (!is_set && (time.unit = unit_in_time_name(source.name, is_mapped)))
    time.unit_by = "the name states this unit";
  const bool is_of_libfranka = index_of("success_rate") && index_of("state.q[0]");
  if (!time.unit && source.name == "time" && is_of_libfranka) {
    time.unit = TimeUnit::ms;
    time.unit_by = "libfranka writes this unit";
  }
  if (time.unit == TimeUnit::s) time.nanoseconds = rest_of(column);
  if (is_mapped && !is_set && time.unit == TimeUnit::s && !time.nanoseconds)
    return {.column = column};  // s as in "t"
  return time;
}

// Of a column without a stated unit, by the size and the steps of its first rows. A clock that counts from
// 1970 needs two of them.
std::vector<TimeUnit> CsvColumnFinder::units_by_values(std::size_t column) const {
  constexpr double epoch = 1e9;
  std::vector<double> times;
  if (!first_rows_) return {};
  for (const std::size_t enough : {2u, 16u}) {
    times.clear();
    for (const std::vector<std::string>& row : first_rows_(enough)) {
      if (column >= row.size()) break;
      std::string field = row[column];
      if (parse_time_stamp(field, TimeUnit::iso)) return {TimeUnit::iso};
      if (settings_.decimal_comma) std::replace(field.begin(), field.end(), ',', '.');
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
std::string CsvColumnFinder::take_unit_of_values(Time& time) const {
  const std::vector<TimeUnit> units = units_by_values(time.column);
  if (units.size() > 1) {
    std::string text =
        "the time " + in_quotes(columns_[time.column].name) + " can be in " +
        std::string(name_of(units.front())) + " or " + std::string(name_of(units.back())) +
        ", because the size and the steps of its numbers fit both units: expected `time-unit` " +
        std::string(name_of(units.front()));
    return text + ", or `time-unit` " + std::string(name_of(units.back()));
  }
  time.is_by_values = units.empty() || units.front() != TimeUnit::iso;
  if (units.empty()) return "";
  time.unit = units.front();
  time.unit_by =
      time.is_by_values ? "the size and the steps of the numbers fit this unit" : "the text has this format";
  return "";
}

// Not `/imu/header/stamp`, if positions are in `/js/elbow/position`.
bool CsvColumnFinder::is_stamp_of_positions(const std::string& name) const {
  const std::string path = name.substr(0, name.find("header"));
  bool has_positions = false;  // with a path
  for (const Column& column : columns_) {
    const std::optional<ColumnNames::Meaning> meaning = names_.exact(column.taken_for);
    if (!meaning || meaning->quantity != Quantity::q) continue;
    if (column.name.starts_with(path)) return true;
    has_positions = has_positions || column.name.find_first_of("/.") != std::string::npos;
  }
  return path.empty() || !has_positions;
}

// The columns that hold a time by their names, the likeliest; several: they are as likely.
std::vector<CsvColumns::Time> CsvColumnFinder::stamps() const {
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string& name = columns_[i].taken_for;
    const std::optional<int> rank = time_rank(name);
    if (!rank || names_.exact(name)) continue;
    const int of_others = *rank == 0 && !is_stamp_of_positions(name) ? 2 : 0;
    if (unit_in_time_name(name) || settings_.time_unit || first_rows_)
      ranked.emplace_back(*rank + of_others, i);
  }
  const auto rows =
      ranked.size() > 1 && first_rows_ ? first_rows_(2) : std::vector<std::vector<std::string>>();
  const auto is_zero = [&](std::size_t i) {
    return rows.size() == 2 && std::all_of(rows.begin(), rows.end(), [&](auto& row) {
             return i < row.size() && (row[i].empty() || parse_finite(row[i]) == 0.0);
           });
  };
  const auto is_unset = [&](const auto& each) {  // a stamp that nobody sets is 0
    const std::optional<std::size_t> rest = rest_of(each.second);
    return is_zero(each.second) && (!rest || is_zero(*rest));
  };
  if (!std::all_of(ranked.begin(), ranked.end(), is_unset)) std::erase_if(ranked, is_unset);
  std::unordered_set<std::size_t> rests;
  for (const auto& [rank, column] : ranked)
    if (const std::optional<std::size_t> rest = rest_of(column)) rests.insert(*rest);
  std::erase_if(ranked, [&](const auto& each) { return rests.contains(each.second); });
  std::stable_sort(ranked.begin(), ranked.end(), [](auto& a, auto& b) { return a.first < b.first; });
  std::vector<Time> found;
  for (const auto& [rank, column] : ranked)
    if (rank == ranked.front().first) found.push_back(stamp_in(column));
  return found;
}

// The name of a column without a meaning that probably holds the time.
std::optional<std::string> CsvColumnFinder::likely_name_of_time() const {
  std::vector<std::string> names = unused();
  std::erase_if(names, [&](const std::string& name) { return names_.of(name).has_value(); });
  return likely_time(names);
}

std::string CsvColumnFinder::advice_on_time() const {
  if (!has_names_) return advice_to_map("t");
  const std::optional<std::string> name = likely_name_of_time();
  for (const Column& column : columns_)
    if (!column.used && (column.name == "dt" || column.name == "DT"))
      return "; if " + in_quotes(column.name) + " is the step between rows, give its value, as in `dt` 0.01";
  if (!name) return ", or `map` NAME=t for a column of another name";
  return "; is it " + in_quotes(*name) + "? Then `map` " + mapping_text(Mappings{{*name, "t"}}) +
         (!first_rows_       ? " if it is in s"  // the numbers of an array have no unit
          : time_rank(*name) ? ", with `time-unit` if it is not in s"
                             : "");
}

// A clock's text, such as 10:00:00, by the first row.
bool CsvColumnFinder::is_clock_text(std::size_t column) const {
  if (!first_rows_) return false;
  for (const std::vector<std::string>& row : first_rows_(1)) {
    if (column >= row.size()) continue;
    std::string field = row[column];
    if (settings_.decimal_comma) std::replace(field.begin(), field.end(), ',', '.');
    return !parse_finite(field) && field.find(':') != field.npos;
  }
  return false;
}

// Returns what is to be said if there is none.
std::string CsvColumnFinder::claim_time() {
  Column* t = find("t");
  Column* time = find("time");
  if (t && time) fail("both \"t\" and \"time\" are columns: expected one of them");
  Column* column = t ? t : time;
  // Rows that are counted need no clock.
  if (column && settings_.grid && !settings_.time_unit && !column->mapped.time_unit &&
      is_clock_text(static_cast<std::size_t>(column - columns_.data())))
    return "";
  if (column) time_ = stamp_in(static_cast<std::size_t>(column - columns_.data()));
  if (column && column->name != column->taken_for && !time_->unit && !settings_.time_unit &&
      !column->mapped.time_unit && !column->nanoseconds && !unit_in_time_name(column->name, true) &&
      time_rank(column->name)) {
    // Mapped, and a time without that too: its unit is found all the same.
    if (const auto units = units_by_values(time_->column); units.size() == 1) take_unit_of_values(*time_);
  }
  if (!column && (!settings_.grid || settings_.time_unit)) {
    std::vector<Time> found = stamps();
    if (found.size() > 1)
      return "both " + in_quotes(columns_[found[0].column].name) + " and " +
             in_quotes(columns_[found[1].column].name) + " hold times: expected one of them (`map` " +
             mapping_text(Mappings{{columns_[found[0].column].name, "t"}}) + " names it)";
    if (found.size() == 1 && !found.front().unit) {
      const std::string several = take_unit_of_values(found.front());
      if (!several.empty()) return several;
    }
    if (!found.empty()) time_ = found.front();
  }
  if (!time_ && !settings_.grid && settings_.needs_time)
    return "no time column: expected \"t\" or \"time\", in s (or give `dt` or `rate`)" + advice_on_time();
  if (!time_ && settings_.time_unit)
    return "no time column for `time-unit`: expected \"t\", \"time\", or \"timestamp\"";
  if (!time_) return "";
  Column& claimed = columns_[time_->column];
  const auto named = unit_in_time_name(claimed.name, names_time(claimed.taken_for));
  if (has_names_ && settings_.time_unit && named && *named != *settings_.time_unit && !claimed.nanoseconds)
    fail(in_quotes(claimed.name) + " is in " + std::string(name_of(*named)) +
         " by its name, but `time-unit` says " + std::string(name_of(*settings_.time_unit)) +
         ": leave out `time-unit`. If the name is wrong, give `map` " +
         mapping_text(Mappings{{claimed.name, "t:" + std::string(name_of(*settings_.time_unit))}}) +
         " in place of `time-unit`");
  claimed.used = claimed.is_time = true;
  claimed.unit_name = name_of(time_->unit.value_or(TimeUnit::s));
  if (time_->nanoseconds) columns_[*time_->nanoseconds].completes_time = true;
  return "";
}

}  // namespace invdyn
