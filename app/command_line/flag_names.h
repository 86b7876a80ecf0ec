#pragma once

#include <string>

namespace invdyn {

/// A message of the library as the command line says it: a setting in backquotes, such as `dt`, becomes its
/// option, --dt.
std::string with_flags(const std::string& message);

}  // namespace invdyn
