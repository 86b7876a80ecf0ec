#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// Text for HTML: characters with a meaning in HTML and invisible characters are replaced.
std::string html_escaped(std::string_view text);

}  // namespace invdyn
