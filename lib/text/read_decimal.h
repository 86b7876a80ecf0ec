#pragma once

namespace invdyn {

/// Reads the plain decimal number, [+-]digits[.digits][e[+-]digits] with digits before or behind the point,
/// that begins at `at`: as many characters as make one, up to `end`. Returns the place behind it and sets
/// `value` to the double nearest to it, ties to even, as parse_finite() does.
///
/// Returns nullptr, `value` untouched, where no such number begins (blanks, nan, inf, `1e`), where it is too
/// large for a double, and in rare other cases: parse_finite() of the whole field is then the judge. What
/// follows the number is the caller's to judge: of `1,5`, `1.2.3` and `0x10` it reads 1, 1.2 and 0.
///
/// Nothing outside [at, end) is read.
const char* read_decimal(const char* at, const char* end, double& value);

}  // namespace invdyn
