#pragma once

#include <span>

#include "separator.h"

namespace invdyn {

// The two ways of read_plain_row().
bool read_row_with_commas(const char*& at, const char* end, std::span<double> fields);
bool read_row_with_others(const char*& at, const char* end, std::span<double> fields, Separator separator);

/// Reads one row of plain decimal numbers, as read_decimal() takes them: exactly fields.size() of them, which
/// is one or more, with single separators between them, or blanks as that separator has them, and `\n` or
/// `\r\n` behind the last. On success `at` moves behind the newline.
///
/// False where anything else stands between `at` and `end` (other blanks, quotes, an empty field, more or
/// fewer fields, no newline, what read_decimal() does not read): `at` stays, `fields` hold no row, and a
/// reader that can tell what is wrong has to take the line. Nothing outside [at, end) is read.
inline bool read_plain_row(const char*& at, const char* end, std::span<double> fields,
                           Separator separator = Separator::comma) {
  return separator == Separator::comma ? read_row_with_commas(at, end, fields)
                                       : read_row_with_others(at, end, fields, separator);
}

}  // namespace invdyn
