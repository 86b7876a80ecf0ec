#include "missing_values.h"

#include <algorithm>
#include <array>
#include <string>

#include "../../ground/base/lower_case.h"

namespace invdyn {

bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 7> words{"", "nan", "-nan", "na", "n/a", "null", "none"};
  constexpr std::size_t longest = 4;
  if (field.size() > longest) return false;
  return std::find(words.begin(), words.end(), lower_case(field)) != words.end();
}

}  // namespace invdyn
