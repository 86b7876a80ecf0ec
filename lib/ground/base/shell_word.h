#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// `text` as one word of a line for a shell: in quotes where it needs them.
std::string shell_word(std::string_view text);

}  // namespace invdyn
