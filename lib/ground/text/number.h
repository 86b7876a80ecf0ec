#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace invdyn {

/// The double nearest to a decimal number, if all of `text` (except for blanks around it) is a finite number.
/// Empty text, `nan`, `inf`, hexadecimal, a decimal comma, or a magnitude beyond the largest double give
/// none. The locale has no effect.
std::optional<double> parse_finite(std::string_view text);

/// Appends the shortest decimal text that parse_finite() reads back as the same double.
void append_shortest(std::string& out, double value);

/// The shortest decimal text that parse_finite() reads back as the same double.
std::string shortest(double value);

/// `text` without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

}  // namespace invdyn
