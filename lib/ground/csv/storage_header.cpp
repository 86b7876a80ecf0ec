#include "storage_header.h"

#include <algorithm>
#include <charconv>

#include "../base/lower_case.h"
#include "../base/wording.h"
#include "../text/number.h"

namespace invdyn {
namespace {

struct KeyAndValue {
  std::string_view key, value;
  bool has_equals;
};

KeyAndValue split(std::string_view line) {
  line = trimmed(line);
  const std::size_t end = std::min(line.find_first_of(" \t="), line.size());
  const std::size_t value = std::min(line.find_first_not_of(" \t=", end), line.size());
  return {line.substr(0, end), line.substr(value), line.substr(end, value - end).find('=') != line.npos};
}

bool is_any_of(std::string_view key, std::initializer_list<std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool names_rows(std::string_view key) {
  return is_any_of(key, {"nRows", "nr", "datarows"});
}
bool names_columns(std::string_view key) {
  return is_any_of(key, {"nColumns", "nc", "datacolumns"});
}

}  // namespace

bool StorageHeader::is_end(std::string_view line) {
  return trimmed(line) == "endheader";
}

bool StorageHeader::is_mark(std::string_view line) {
  if (is_end(line)) return true;
  const auto [key, value, has_equals] = split(line);
  if (value.empty() || value.find_first_of(",;") != value.npos) return false;
  if (is_any_of(key, {"datarows", "datacolumns"})) return true;
  return has_equals && (names_rows(key) || names_columns(key) ||
                        is_any_of(key, {"version", "inDegrees", "DataType", "DataRate", "OpenSimVersion"}));
}

std::string StorageHeader::take(std::string_view line) {
  const auto [key, value, has_equals] = split(line);
  if (names_rows(key) || names_columns(key)) {
    std::size_t count = 0;
    const auto [stop, fault] = std::from_chars(value.data(), value.data() + value.size(), count);
    if (fault != std::errc{} || stop != value.data() + value.size())
      return std::string(key) + " is " + in_quotes(value) + ": expected a whole number";
    (names_rows(key) ? rows : columns) = count;
  } else if (lower_case(key) == "indegrees") {
    const std::string answer = lower_case(value);
    if (answer != "yes" && answer != "no" && answer != "y" && answer != "n")
      return std::string(key) + " is " + in_quotes(value) + ": expected yes or no";
    in_degrees = answer.front() == 'y';
  } else if (!in_degrees) {
    const std::string text = lower_case(trimmed(line));
    if (text.starts_with("angles are in degrees")) in_degrees = true;
    if (text.starts_with("angles are in radians")) in_degrees = false;
  }
  return {};
}

}  // namespace invdyn
