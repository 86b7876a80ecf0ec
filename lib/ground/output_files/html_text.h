#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// Text for HTML: characters with a meaning in HTML and invisible characters are replaced.
std::string html_escaped(std::string_view text);

/// The address of an image for `src` that holds the whole SVG file.
std::string svg_address(const std::string& svg);

}  // namespace invdyn
