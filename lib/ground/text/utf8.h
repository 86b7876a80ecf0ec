#pragma once

#include <cstddef>
#include <string_view>

namespace invdyn {

/// Whether all bytes are of whole characters in UTF-8; overlong forms count as such.
inline bool is_utf8(std::string_view text) {
  std::size_t following = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool follows = (byte & 0xC0) == 0x80;
    if (follows != (following > 0)) return false;
    following = follows ? following - 1 : byte < 0x80 ? 0 : byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
  }
  return following == 0;
}

}  // namespace invdyn
