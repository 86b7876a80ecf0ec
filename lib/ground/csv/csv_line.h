#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../text/separator.h"

namespace invdyn {

/// Detects the separator from the first line of a file. It is the first of comma, semicolon, tab, blanks that
/// the line contains outside of quotes; a comma if there is none. In a line of numbers a semicolon comes
/// before a comma, because the comma is then a decimal one.
Separator separator_of(std::string_view line, bool has_names);
/// The separator that Excel's first line `sep=;` names; none: it is another line.
std::optional<Separator> named_separator(std::string_view line);
/// `comma`, `semicolon`, `tab`, `blank`.
std::string name_of(Separator separator);

/// Splits a line of separated values in place and removes blanks around each field. A field in double quotes
/// may hold separators, and a quote written twice (RFC 4180). Returns false if a quote does not end or
/// anything except a separator follows it. The fields point into `line`, which is changed.
bool split_csv_line(char* line, Separator separator, std::vector<std::string_view>& fields);

/// The same for a header row, or for a row with a given number of columns (from the header or the first row).
/// Returns the error in it, or an empty text.
std::string split_csv_header(char* line, Separator separator, std::vector<std::string_view>& fields);
std::string split_csv_row(char* line, Separator separator, std::size_t columns, bool has_header,
                          std::vector<std::string_view>& fields);

/// For a line without its end. Blank is also a line of separators alone, as spreadsheets write empty rows.
bool is_blank_csv_line(std::string_view line);
bool is_csv_comment(std::string_view line);
inline bool is_csv_row(std::string_view line) {
  return !is_blank_csv_line(line) && !is_csv_comment(line);
}
/// A line without its end (a newline, or a carriage return and a newline).
std::string_view without_csv_line_end(const char* begin, const char* newline);
/// The number of rows in these lines; each line must end with a newline.
std::size_t count_csv_rows(const char* begin, const char* end);

/// No robot has more names or numbers.
inline constexpr std::size_t max_csv_columns = 200'000;

// Error texts for lines from any source.
std::string blank_csv_line_text(std::size_t columns);
inline constexpr const char* nul_byte_text =
    "holds a NUL byte: expected text in UTF-8 (is it UTF-16, or a binary file?)";
inline constexpr const char* long_csv_line_text = "is longer than 16 MiB: expected a row of numbers";
/// Ends the error text for a field that is not a number: empty, or a note that it has a decimal comma.
std::string decimal_comma_text(std::string_view field);

}  // namespace invdyn
