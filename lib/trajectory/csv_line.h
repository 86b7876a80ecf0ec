#pragma once

#include <string_view>
#include <vector>

namespace invdyn {

/// Splits a line of comma-separated values in place, blanks around each field taken off. A field in double
/// quotes may hold commas, and a quote written twice (RFC 4180). Returns false where a quote does not end or
/// is followed by anything but a comma. The fields point into `line`, which is changed.
bool split_csv_line(char* line, std::vector<std::string_view>& fields);

}  // namespace invdyn
