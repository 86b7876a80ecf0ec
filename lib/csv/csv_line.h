#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../text/separator.h"

namespace invdyn {

/// The separator that the first line of a file is seen to have: of those that stand in it, outside of quotes,
/// the first in the order comma, semicolon, tab, blanks; a comma where none does. In a line of numbers, a
/// semicolon goes before a comma, which is then a decimal one.
Separator separator_of(std::string_view line, bool has_names);
/// `comma`, `semicolon`, `tab`, `blank`.
std::string name_of(Separator separator);

/// Splits a line of separated values in place, blanks around each field taken off. A field in double quotes
/// may hold separators, and a quote written twice (RFC 4180). Returns false where a quote does not end or is
/// followed by anything but a separator. The fields point into `line`, which is changed.
bool split_csv_line(char* line, Separator separator, std::vector<std::string_view>& fields);

/// The same for a header row, or a row of so many columns, as in the header or else in the first row. Returns
/// what is wrong with it, empty for nothing.
std::string split_csv_header(char* line, Separator separator, std::vector<std::string_view>& fields);
std::string split_csv_row(char* line, Separator separator, std::size_t columns, bool has_header,
                          std::vector<std::string_view>& fields);

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

/// Of names and numbers, more are no robot's.
inline constexpr std::size_t max_csv_columns = 200'000;

// What is wrong with a line, wherever lines come from.
std::string blank_csv_line_text(std::size_t columns);
inline constexpr const char* nul_byte_text =
    "holds a NUL byte: expected text in UTF-8 (is it UTF-16, or a binary file?)";
inline constexpr const char* long_csv_line_text = "is longer than 16 MiB: expected a row of numbers";
/// For the end of a text on a field that is no number: nothing, or that it has a comma for a point.
std::string decimal_comma_text(std::string_view field);

}  // namespace invdyn
