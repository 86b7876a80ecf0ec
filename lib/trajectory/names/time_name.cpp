#include "time_name.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/text/number.h"
#include "column_words.h"

namespace invdyn {
namespace {

constexpr std::array time_words{"t",     "time",     "timestamp",  "time_stamp", "stamp",
                                "clock", "datetime", "date_time",  "epoch",      "unix_time",
                                "ts",    "zeit",     "zeitstempel"};

// Before `time` they make it that of something else than the row.
constexpr std::array other_times{
    "delta", "dt",          "diff",     "step",      "cycle", "loop",     "period", "frame",      "execution",
    "exec",  "computation", "compute",  "comp",      "calc",  "solve",    "solver", "processing", "latency",
    "delay", "interval",    "duration", "remaining", "total", "response", "per"};

constexpr std::pair<TimeUnit, std::string_view> time_units[] = {
    {TimeUnit::s, " s sec secs second seconds "},
    {TimeUnit::ms, " ms msec msecs millis milliseconds "},
    {TimeUnit::us, " us \xC2\xB5s \xCE\xBCs usec usecs micros microseconds "},
    {TimeUnit::ns, " ns nsec nsecs nanos nanosec nanoseconds "},
    {TimeUnit::iso, " iso iso8601 "}};

// The part after the last `.` or `/`: names of messages have their path before it.
std::string_view last_part(std::string_view name) {
  return name.substr(name.find_last_of("./") + 1);
}

bool is_time_word(std::string_view text) {
  return std::find(time_words.begin(), time_words.end(), text) != time_words.end();
}

// `received_time`, `rosbagTimestamp`
bool ends_as_time(std::string_view name) {
  const std::vector<std::string> words = words_in(name);
  return !words.empty() &&
         (words.back() == "time" || words.back() == "timestamp" || words.back() == "stamp" ||
          words.back() == "ts") &&
         !names_other_time(name);
}

bool is_time_name(std::string_view name) {
  return is_time_word(lower_case(last_part(name))) || ends_as_time(name) || lower_case(name) == "temps";
}

std::optional<TimeUnit> unit_of_word(std::string_view text) {
  for (const auto& [unit, names] : time_units)
    if (names.find(' ' + std::string(text) + ' ') != names.npos) return unit;
  return std::nullopt;
}

}  // namespace

std::optional<TimeUnit> unit_in_time_name(std::string_view name, bool is_time) {
  name = trimmed(name);
  const std::string text = lower_case(name);
  if (text == "%time" || text == "field.header.stamp") return TimeUnit::ns;  // rostopic echo -p
  if (text == "__time" || text == "zeitinsec") return TimeUnit::s;
  if (text == "zeitinnanosec") return TimeUnit::ns;
  if (text.ends_with(']') || text.ends_with(')')) {
    const std::size_t open = text.find_last_of("[(");
    if (open == std::string::npos) return std::nullopt;
    if (!is_time && !is_time_name(trimmed(name.substr(0, open)))) return std::nullopt;
    return unit_of_word(trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2)));
  }
  const std::size_t separator = text.find_last_of("_.-/ ");
  if (separator == std::string::npos) return std::nullopt;
  if (!is_time && !is_time_name(name.substr(0, separator))) return std::nullopt;
  return unit_of_word(std::string_view(text).substr(separator + 1));
}

bool names_other_time(std::string_view name) {
  const std::vector<std::string> words = words_in(name);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return std::find(other_times.begin(), other_times.end(), word) != other_times.end();
  });
}

std::optional<int> time_rank(std::string_view name) {
  name = trimmed(name);
  const bool has_unit = unit_in_time_name(name).has_value();
  if (!has_unit && !is_time_name(name)) return std::nullopt;
  const std::vector<std::string> words = words_in(name);
  const auto has = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (has("header") && has("stamp")) return 0;
  const std::string text = lower_case(name);
  const bool is_short =
      is_time_word(last_part(text)) || is_time_word(text.substr(0, text.find_last_of("_[( ./-")));
  return (has_unit ? 1 : 2) + (is_short || text == "%time" || text == "__time" ? 0 : 2);
}

std::vector<TimeUnit> units_of_times(const std::vector<double>& times) {
  constexpr TimeUnit units[] = {TimeUnit::s, TimeUnit::ms, TimeUnit::us, TimeUnit::ns};
  constexpr double per_second[] = {1, 1e3, 1e6, 1e9};
  constexpr double epoch_begin = 9.7e8, epoch_end = 4.1e9;     // 2000 to 2100
  constexpr double shortest = 1e-4, usual = 0.5, longest = 5;  // s, of steps
  std::vector<double> steps;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (times[i] > times[i - 1]) steps.push_back(times[i] - times[i - 1]);
  std::sort(steps.begin(), steps.end());
  const double step = steps.empty() ? 0 : steps[steps.size() / 2];
  const bool has_fractions =
      std::any_of(times.begin(), times.end(), [](double t) { return t != std::floor(t); });
  std::vector<TimeUnit> found;
  for (std::size_t i = 0; i < std::size(units); ++i) {
    const double size = times.empty() ? 0 : times.front() / per_second[i], seconds = step / per_second[i];
    if (size > epoch_begin && size < epoch_end && seconds <= usual) return {units[i]};
    const bool is_whole_count = found.empty() || !has_fractions;
    if (seconds >= shortest && seconds <= longest && is_whole_count) found.push_back(units[i]);
  }
  if (found.empty()) found.push_back(step < 1 ? TimeUnit::s : TimeUnit::ns);
  return found;
}

std::optional<std::string> likely_time(const std::vector<std::string>& names) {
  const auto is_like = [](const std::string& name, const char* part) {
    const std::vector<std::string> words = words_in(name);
    const auto is_of_state = [](const std::string& word) { return word == "state" || word == "mode"; };
    return std::any_of(words.begin(), words.end(), [&](auto& word) { return word.ends_with(part); }) &&
           std::none_of(words.begin(), words.end(), is_of_state) && !names_other_time(name);
  };
  for (const char* part : {"time", "stamp", "clock"})
    for (const std::string& name : names)
      if (is_like(name, part)) return name;
  for (const char* whole : {"t", "ts", "s", "sec", "secs", "seconds", "t_s", "t_sec", "t[s]", "t [s]"})
    for (const std::string& name : names)
      if (lower_case(name) == whole) return name;
  return nearest_name("time", names);
}

}  // namespace invdyn
