#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// The number of characters of UTF-8.
std::size_t length_of(std::string_view text);
/// The approximate width of `text` in a sans-serif font, divided by the font size.
double width_of(std::string_view text);

/// `text`; if it is wider than `width` by width_of(), an ellipsis replaces its middle.
std::string shortened(const std::string& text, double width);

}  // namespace invdyn
