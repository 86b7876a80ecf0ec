#pragma once

#include <string>

namespace invdyn {

/// A text as a field of a CSV file (RFC 4180), in quotes if a reader would otherwise misread it.
std::string csv_field(const std::string& text);

}  // namespace invdyn
