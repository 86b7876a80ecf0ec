#include "time_name.h"

#include <algorithm>
#include <array>
#include <utility>

#include "../../ground/base/lower_case.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

constexpr std::array time_words{"t",     "time",     "timestamp", "time_stamp", "stamp",
                                "clock", "datetime", "date_time", "epoch",      "unix_time"};

constexpr std::array<std::pair<std::string_view, TimeUnit>, 25> time_units{{
    {"s", TimeUnit::s},
    {"sec", TimeUnit::s},
    {"secs", TimeUnit::s},
    {"second", TimeUnit::s},
    {"seconds", TimeUnit::s},
    {"ms", TimeUnit::ms},
    {"msec", TimeUnit::ms},
    {"msecs", TimeUnit::ms},
    {"millis", TimeUnit::ms},
    {"milliseconds", TimeUnit::ms},
    {"us", TimeUnit::us},
    {"\xC2\xB5s", TimeUnit::us},
    {"\xCE\xBCs", TimeUnit::us},
    {"usec", TimeUnit::us},
    {"usecs", TimeUnit::us},
    {"micros", TimeUnit::us},
    {"microseconds", TimeUnit::us},
    {"ns", TimeUnit::ns},
    {"nsec", TimeUnit::ns},
    {"nsecs", TimeUnit::ns},
    {"nanos", TimeUnit::ns},
    {"nanosec", TimeUnit::ns},
    {"nanoseconds", TimeUnit::ns},
    {"iso", TimeUnit::iso},
    {"iso8601", TimeUnit::iso},
}};

// The part after the last `.` or `/`: names of messages have their path before it.
std::string_view last_part(std::string_view name) {
  return name.substr(name.find_last_of("./") + 1);
}

bool is_time_word(std::string_view text) {
  return std::find(time_words.begin(), time_words.end(), text) != time_words.end();
}

std::optional<TimeUnit> unit_of_word(std::string_view text) {
  for (const auto& [name, unit] : time_units)
    if (name == text) return unit;
  return std::nullopt;
}

}  // namespace

std::optional<TimeUnit> unit_in_time_name(std::string_view name, bool is_time) {
  std::string text = lower_case(trimmed(name));
  if (text == "%time") return TimeUnit::ns;
  if (text == "__time") return TimeUnit::s;
  if (text.ends_with(']') || text.ends_with(')')) {
    const std::size_t open = text.find_last_of("[(");
    if (open == std::string::npos) return std::nullopt;
    const std::string_view before = trimmed(std::string_view(text).substr(0, open));
    if (!is_time && !is_time_word(last_part(before))) return std::nullopt;
    return unit_of_word(trimmed(std::string_view(text).substr(open + 1, text.size() - open - 2)));
  }
  const std::size_t separator = text.find_last_of("_.-/ ");
  if (separator == std::string::npos) return std::nullopt;
  if (!is_time && !is_time_word(last_part(std::string_view(text).substr(0, separator)))) return std::nullopt;
  return unit_of_word(std::string_view(text).substr(separator + 1));
}

bool names_time_without_unit(std::string_view name) {
  const std::string text = lower_case(trimmed(name));
  return is_time_word(last_part(text));
}

}  // namespace invdyn
