#include "time_stamp.h"

#include <algorithm>
#include <array>
#include <limits>

#include "number.h"

namespace invdyn {
namespace {

constexpr std::int64_t largest_ns = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t ns_per_s = 1'000'000'000;

bool is_decimal_digit(char c) {
  return c >= '0' && c <= '9';
}

// The digits of a decimal number without its point, and the place of the point among them.
struct Digits {
  std::string digits;
  std::int64_t point = 0;
};

// Takes digits, maybe with a point, from the begin of `text`; false if there is no digit.
bool take_digits(std::string_view& text, Digits& found) {
  bool has_point = false;
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text.front() == '.' && !has_point)
      has_point = true;
    else if (is_decimal_digit(text.front()))
      found.digits += text.front();
    else
      break;
    if (!has_point) found.point = static_cast<std::int64_t>(found.digits.size());
  }
  return !found.digits.empty();
}

bool take_exponent(std::string_view& text, Digits& found) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return true;
  text.remove_prefix(1);
  const bool shrinks = text.starts_with('-');
  if (shrinks || text.starts_with('+')) text.remove_prefix(1);
  constexpr std::int64_t enough = std::int64_t{1} << 25;  // more digits than a line can have
  std::int64_t exponent = 0;
  if (text.empty()) return false;
  for (; !text.empty() && is_decimal_digit(text.front()); text.remove_prefix(1))
    exponent = std::min(10 * exponent + (text.front() - '0'), enough);
  found.point += shrinks ? -exponent : exponent;
  return true;
}

// The digits before the point as a whole number, rounded by the digit after it.
std::optional<std::int64_t> rounded(const Digits& number) {
  const auto digit = [&](std::int64_t i) -> std::int64_t {
    return i >= 0 && i < static_cast<std::int64_t>(number.digits.size())
               ? number.digits[static_cast<std::size_t>(i)] - '0'
               : 0;
  };
  std::int64_t value = 0;
  for (std::int64_t i = 0; i < number.point; ++i) {
    if (value > (largest_ns - digit(i)) / 10) return std::nullopt;
    value = 10 * value + digit(i);
    if (value == 0 && i >= static_cast<std::int64_t>(number.digits.size())) return 0;
  }
  if (digit(number.point) < 5) return value;
  return value < largest_ns ? std::optional(value + 1) : std::nullopt;
}

std::optional<std::int64_t> parse_number(std::string_view text, int digits_to_ns) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  Digits number;
  if (!take_digits(text, number) || !take_exponent(text, number) || !text.empty()) return std::nullopt;
  number.point += digits_to_ns;
  const std::optional<std::int64_t> value = rounded(number);
  return value && is_negative ? -*value : value;
}

// Takes a whole number of `count` digits; none: there are other characters.
std::optional<int> take_number(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, count)) {
    if (!is_decimal_digit(c)) return std::nullopt;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take_character(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// The days from 1970-01-01 to a date of the Gregorian calendar; none: there is no such date.
std::optional<std::int64_t> days_to(int year, int month, int day) {
  const auto is_leap = [](int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; };
  constexpr std::array<int, 12> lengths{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const auto length = [&](int m) {
    return lengths[static_cast<std::size_t>(m - 1)] + (m == 2 && is_leap(year) ? 1 : 0);
  };
  if (month < 1 || month > 12 || day < 1 || day > length(month)) return std::nullopt;
  const auto leap_days_before = [](int y) { return (y - 1) / 4 - (y - 1) / 100 + (y - 1) / 400; };
  std::int64_t days = 365 * std::int64_t{year - 1970} + leap_days_before(year) - leap_days_before(1970);
  for (int m = 1; m < month; ++m) days += length(m);
  return days + day - 1;
}

// Takes `Z`, `+01:00`, `+0100`, `-05` or nothing. Returns s, none for any other text.
std::optional<std::int64_t> take_offset(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") return 0;
  const bool is_west = text.front() == '-';
  if (!is_west && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const std::optional<int> hours = take_number(text, 2);
  std::optional<int> minutes = 0;
  if (!text.empty()) {
    take_character(text, ':');
    minutes = take_number(text, 2);
  }
  if (!hours || !minutes || !text.empty() || *hours > 23 || *minutes > 59) return std::nullopt;
  const std::int64_t offset = 3600 * *hours + 60 * *minutes;
  return is_west ? -offset : offset;
}

std::optional<std::int64_t> parse_iso(std::string_view text) {
  const auto year = take_number(text, 4);
  if (!year || *year < 1 || !take_character(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take_character(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day || !(take_character(text, 'T') || take_character(text, 't') || take_character(text, ' ')))
    return std::nullopt;
  const auto hour = take_number(text, 2);
  if (!hour || !take_character(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take_character(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2);
  const auto days = days_to(*year, *month, *day);
  if (!second || !days || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;

  std::int64_t fraction = 0;
  if (take_character(text, '.') || take_character(text, ',')) {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    if (count == 0) return std::nullopt;
    fraction = *rounded({std::string(text.substr(0, count)), 9});
    text.remove_prefix(count);
  }
  const std::optional<std::int64_t> offset = take_offset(text);
  if (!offset) return std::nullopt;
  const std::int64_t seconds =
      86'400 * *days + 3600 * std::int64_t{*hour} + 60 * std::int64_t{*minute} + *second - *offset;
  if (seconds > largest_ns / ns_per_s - 2 || seconds < -(largest_ns / ns_per_s - 2)) return std::nullopt;
  return seconds * ns_per_s + fraction;
}

}  // namespace

std::string_view name_of(TimeUnit unit) {
  constexpr std::array<std::string_view, 5> names{"s", "ms", "us", "ns", "iso"};
  return names[static_cast<std::size_t>(unit)];
}

std::optional<std::int64_t> parse_time_stamp(std::string_view text, TimeUnit unit) {
  text = trimmed(text);
  switch (unit) {
    case TimeUnit::s:
      return parse_number(text, 9);
    case TimeUnit::ms:
      return parse_number(text, 6);
    case TimeUnit::us:
      return parse_number(text, 3);
    case TimeUnit::ns:
      return parse_number(text, 0);
    case TimeUnit::iso:
      break;
  }
  return parse_iso(text);
}

bool has_utc_offset(std::string_view text) {
  constexpr std::size_t date = 10;
  return trimmed(text).substr(std::min(date, trimmed(text).size())).find_first_of("Zz+-") !=
         std::string_view::npos;
}

void append_seconds(std::string& out, std::uint64_t nanoseconds) {
  const std::string fraction = std::to_string(nanoseconds % ns_per_s);
  out += std::to_string(nanoseconds / ns_per_s);
  out += '.';
  out.append(9 - fraction.size(), '0');
  out += fraction;
}

}  // namespace invdyn
