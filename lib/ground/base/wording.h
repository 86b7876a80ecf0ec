#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

// The form of places, names and numbers in messages.

/// `lift.csv:12`, with lines from 1.
std::string place_in(const std::string& file, std::size_t line);

/// `"name"`, cut after 40 bytes at a character boundary.
std::string in_quotes(std::string_view name);
/// `a, b, c`; an empty name as `""`. After `maximum` names `... and 37 more`: files may have any number.
std::string joined(const std::vector<std::string>& names, std::size_t maximum = 20);
/// `1 row`, `2 rows`.
std::string counted(std::size_t count, const std::string& noun);
/// A computed number, to six digits.
std::string six_digits(double value);
/// A rough number, to three digits: `0.0123`, `1230`.
std::string three_digits(double value);
/// A time in s to the microsecond, in plain digits; below 1 s to six digits.
std::string rounded_time(double seconds);
/// `text` in lines of at most `width` characters, each after `indent`, broken at blanks, but not before a
/// unit.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width);

}  // namespace invdyn
