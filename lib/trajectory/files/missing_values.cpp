#include "missing_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace invdyn {

bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 7> words{"", "nan", "-nan", "na", "n/a", "null", "none"};
  constexpr std::size_t longest = 4;
  if (field.size() > longest) return false;
  std::string small(field);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(words.begin(), words.end(), small) != words.end();
}

}  // namespace invdyn
