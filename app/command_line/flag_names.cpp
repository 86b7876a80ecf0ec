#include "flag_names.h"

#include <algorithm>
#include <string_view>

namespace invdyn {

std::string with_flags(const std::string& message) {
  std::string result;
  std::string_view rest = message;
  while (!rest.empty()) {
    const std::size_t begin = std::min(rest.find('`'), rest.size());
    result += rest.substr(0, begin);
    rest.remove_prefix(begin);
    if (rest.empty()) break;
    const std::size_t end = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", 1);
    const bool is_name = end != std::string_view::npos && end > 1 && rest[end] == '`';
    result += is_name ? "--" + std::string(rest.substr(1, end - 1)) : "`";
    rest.remove_prefix(is_name ? end + 1 : 1);
  }
  return result;
}

}  // namespace invdyn
