#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// Splits a line of comma-separated values in place, blanks around each field taken off. A field in double
/// quotes may hold commas, and a quote written twice (RFC 4180). Returns false where a quote does not end or
/// is followed by anything but a comma. The fields point into `line`, which is changed.
bool split_csv_line(char* line, std::vector<std::string_view>& fields);

/// The same for a header row, or a row of so many columns. Returns what is wrong with it, empty for nothing.
std::string split_csv_header(char* line, std::vector<std::string_view>& fields);
std::string split_csv_row(char* line, std::size_t columns, std::vector<std::string_view>& fields);

/// Of a line without its end.
bool is_blank_csv_line(std::string_view line);
bool is_csv_comment(std::string_view line);
inline bool is_csv_row(std::string_view line) {
  return !is_blank_csv_line(line) && !is_csv_comment(line);
}
/// A line without its end, which is a newline with or without a carriage return in front of it.
std::string_view without_csv_line_end(const char* begin, const char* newline);
/// How many rows are in these lines, each of which has its newline.
std::size_t count_csv_rows(const char* begin, const char* end);

// What is wrong with a line, wherever lines come from.
std::string blank_csv_line_text(std::size_t columns);
inline constexpr const char* nul_byte_text =
    "holds a NUL byte: expected text in UTF-8 (is it UTF-16, or a binary file?)";
inline constexpr const char* long_csv_line_text = "is longer than 16 MiB: expected a row of numbers";

}  // namespace invdyn
