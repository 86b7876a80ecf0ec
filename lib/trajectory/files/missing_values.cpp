#include "missing_values.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/wording.h"

namespace invdyn {

// With three digits, not below the gap.
std::string filling(double gap) {
  const double unit = std::pow(10, std::floor(std::log10(gap)) - 2);
  return "`missing` interpolate:" + six_digits(std::ceil(gap / unit * (1 - 1e-9)) * unit);
}

bool is_missing(std::string_view field) {
  constexpr std::array<std::string_view, 14> words{"",        "nan",    "-nan", "na",  "n/a",
                                                   "null",    "none",   "#n/a", "#nv", "#value!",
                                                   "#div/0!", "#wert!", "-",    "--"};
  constexpr std::size_t longest = 7;
  if (field.size() > longest) return false;
  return std::find(words.begin(), words.end(), lower_case(field)) != words.end();
}

}  // namespace invdyn
