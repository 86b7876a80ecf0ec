#pragma once

#include <string>

namespace invdyn {

/// A text as a field of a CSV file (RFC 4180); in quotes where a reader would otherwise take it for something
/// else.
std::string csv_field(const std::string& text);

}  // namespace invdyn
