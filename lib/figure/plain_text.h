#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// The number of characters of UTF-8.
std::size_t length_of(std::string_view text);
/// About how wide `text` is in a sans-serif type, over the size of the type.
double width_of(std::string_view text);

/// `text` without its middle, with an ellipsis there, where it is wider than `width` by width_of().
std::string shortened(const std::string& text, double width);

}  // namespace invdyn
