#pragma once

namespace invdyn {

/// Reads the longest plain decimal number that begins at `at`, up to `end`: [+-]digits[.digits][e[+-]digits]
/// with digits before or after the point. Returns the place after it and sets `value` to the nearest double,
/// ties to even, as parse_finite() does.
///
/// Returns nullptr, with `value` unchanged, if no such number begins there (blanks, nan, inf, `1e`), if it is
/// too large for a double, and in rare other cases. Then parse_finite() of the whole field must decide. The
/// caller must check the text after the number: from `1,5`, `1.2.3` and `0x10` it reads 1, 1.2 and 0.
///
/// Nothing outside [at, end) is read.
const char* read_decimal(const char* at, const char* end, double& value);

}  // namespace invdyn
