#include "unit_in_header.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "../base/lower_case.h"
#include "../text/number.h"

namespace invdyn {
namespace {

struct Spelling {
  std::string_view other, usual;
};
// Of parts of units, in lower case.
constexpr Spelling parts[] = {{" ", ""}, {"*", ""},       {"^", ""},      {"\u00b7", ""}, {".", ""},
                              {"-", ""}, {"\u00b2", "2"}, {"\u207b", ""}, {"\u00b9", "1"}};
// Of whole units, in lower case, with blanks between them. Makers leave out the letter of the force.
constexpr Spelling wholes[] = {{" 1/min min1 r/min u/min rev/min ", "rpm"},
                               {" kgcm ", "kgfcm"},
                               {" kgm ", "kgfm"},
                               {" ozin inoz inozf ", "ozfin"},
                               {" lbin inlb inlbf lbsin inlbs ", "lbfin"},
                               {" lbft ftlb ftlbf lbsft ftlbs ", "lbfft"}};

}  // namespace

std::string plain_unit(std::string_view unit) {
  std::string plain = lower_case(unit);
  for (const auto& [other, usual] : parts)
    for (std::size_t at = 0; (at = plain.find(other, at)) != plain.npos; at += usual.size())
      plain.replace(at, other.size(), usual);
  for (const auto& [others, usual] : wholes)
    if (others.find(' ' + plain + ' ') != others.npos) return std::string(usual);
  return plain;
}

HeaderParts parts_of_header(std::string_view header, const std::vector<HeaderUnit>& units) {
  for (const auto& [open, close] :
       {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}'), std::pair('<', '>')}) {
    const std::size_t bracket = header.find(open);
    const bool is_index = bracket != header.npos && bracket > 0 && header[bracket - 1] == '_';  // `a_{i-1}`
    if (bracket == header.npos || header.back() != close || is_index) continue;
    return {std::string(trimmed(header.substr(0, bracket))),
            std::string(trimmed(header.substr(bracket + 1, header.size() - bracket - 2)))};
  }
  for (std::size_t at = 0; (at = header.find_first_of("_ /", at + 1)) != header.npos;)
    if (const std::string_view end = header.substr(at + 1); factor_of_unit(end, units))
      return {std::string(header.substr(0, at)), std::string(end)};
  return {std::string(header), std::nullopt};
}

double converted(double value, double factor) {
  const double product = value * factor, parts = std::round(1 / factor);
  if (parts <= 1 || 1 / parts != factor) return product;
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", product);
  const double decimal = std::strtod(text, nullptr);
  return std::abs(decimal - product) <= 1e-15 * std::abs(product) ? decimal : product;
}

std::optional<double> factor_of_unit(std::string_view unit, const std::vector<HeaderUnit>& units) {
  for (const HeaderUnit& known : units)
    if (plain_unit(known.name) == plain_unit(unit)) return known.factor;
  return std::nullopt;
}

}  // namespace invdyn
