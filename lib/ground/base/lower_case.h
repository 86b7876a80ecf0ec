#pragma once

#include <string>
#include <string_view>

namespace invdyn {

/// With small letters in place of the capital ones of ASCII.
inline std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

}  // namespace invdyn
