#pragma once

#include <span>

#include "separator.h"

namespace invdyn {

// The two implementations of read_plain_row().
bool read_row_with_commas(const char*& at, const char* end, std::span<double> fields);
bool read_row_with_others(const char*& at, const char* end, std::span<double> fields, Separator separator);

/// Reads one row of plain decimal numbers, as read_decimal() accepts them. The row must have exactly
/// fields.size() (one or more) numbers, single separators between them (or any blanks, for that separator),
/// and `\n` or `\r\n` after the last. On success `at` moves to the character after the newline.
///
/// False for all other text between `at` and `end` (other blanks, quotes, an empty field, more or fewer
/// fields, no newline, numbers that read_decimal() refuses). Then `at` does not move, `fields` hold no row,
/// and another reader must read the line or report the error. Nothing outside [at, end) is read.
inline bool read_plain_row(const char*& at, const char* end, std::span<double> fields,
                           Separator separator = Separator::comma) {
  return separator == Separator::comma ? read_row_with_commas(at, end, fields)
                                       : read_row_with_others(at, end, fields, separator);
}

}  // namespace invdyn
