#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// Text as HTML shows it: the characters that mean something there replaced, and
/// those that cannot be seen.
std::string html_escaped(std::string_view text);

}  // namespace invdyn
