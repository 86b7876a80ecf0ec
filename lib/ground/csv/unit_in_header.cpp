#include "unit_in_header.h"

#include <iterator>

#include "../base/lower_case.h"
#include "../text/number.h"

namespace invdyn {
namespace {

// Parts of units, in lower case, each before its usual spelling.
constexpr std::string_view parts[] = {" ", "",  "*", "",       "^", "",       "\u00b7", "",       ".",
                                      "",  "-", "",  "\u00b2", "2", "\u207b", "",       "\u00b9", "1"};
// Whole units. Makers leave out the letter of the force.
constexpr std::string_view wholes[] = {
    "1/min", "rpm",   "min1",  "rpm",   "r/min", "rpm",   "u/min", "rpm",   "rev/min", "rpm",
    "kgcm",  "kgfcm", "kgm",   "kgfm",  "ozin",  "ozfin", "inoz",  "ozfin", "lbin",    "lbfin",
    "inlb",  "lbfin", "inlbf", "lbfin", "lbsin", "lbfin", "inlbs", "lbfin", "lbft",    "lbfft",
    "ftlb",  "lbfft", "ftlbf", "lbfft", "lbsft", "lbfft", "ftlbs", "lbfft", "inozf",   "ozfin"};

}  // namespace

std::string plain_unit(std::string_view unit) {
  std::string plain = lower_case(unit);
  for (std::size_t i = 0; i < std::size(parts); i += 2)
    for (std::size_t at = 0; (at = plain.find(parts[i], at)) != plain.npos; at += parts[i + 1].size())
      plain.replace(at, parts[i].size(), parts[i + 1]);
  for (std::size_t i = 0; i < std::size(wholes); i += 2)
    if (plain == wholes[i]) return std::string(wholes[i + 1]);
  return plain;
}

HeaderParts parts_of_header(std::string_view header, const std::vector<HeaderUnit>& units) {
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']')}) {
    const std::size_t bracket = header.find(open);
    if (bracket == header.npos || header.back() != close) continue;
    return {std::string(trimmed(header.substr(0, bracket))),
            std::string(trimmed(header.substr(bracket + 1, header.size() - bracket - 2)))};
  }
  for (std::size_t at = 0; (at = header.find_first_of("_ /", at + 1)) != header.npos;)
    if (const std::string_view end = header.substr(at + 1); factor_of_unit(end, units))
      return {std::string(header.substr(0, at)), std::string(end)};
  return {std::string(header), std::nullopt};
}

std::optional<double> factor_of_unit(std::string_view unit, const std::vector<HeaderUnit>& units) {
  for (const HeaderUnit& known : units)
    if (plain_unit(known.name) == plain_unit(unit)) return known.factor;
  return std::nullopt;
}

}  // namespace invdyn
