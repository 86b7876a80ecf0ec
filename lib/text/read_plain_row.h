#pragma once

#include <span>

namespace invdyn {

/// Reads one row of plain decimal numbers, as read_decimal() takes them: exactly fields.size() of them, which
/// is one or more, with single commas between them and `\n` or `\r\n` behind the last. On success `at` moves
/// behind the newline.
///
/// False where anything else stands between `at` and `end` (blanks, quotes, an empty field, more or fewer
/// fields, no newline, what read_decimal() does not read): `at` stays, `fields` hold no row, and a reader
/// that can tell what is wrong has to take the line. Nothing outside [at, end) is read.
bool read_plain_row(const char*& at, const char* end, std::span<double> fields);

}  // namespace invdyn
