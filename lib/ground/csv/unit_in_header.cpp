#include "unit_in_header.h"

#include "../base/lower_case.h"
#include "../text/number.h"

namespace invdyn {
namespace {

std::string plain_unit(std::string_view text) {
  std::string plain = lower_case(text);
  for (const std::string ignored : {" ", "*", "^", "\u00b7"})
    for (std::size_t at; (at = plain.find(ignored)) != std::string::npos;) plain.erase(at, ignored.size());
  for (const std::string square : {"\u00b2"})
    for (std::size_t at; (at = plain.find(square)) != std::string::npos;)
      plain.replace(at, square.size(), "2");
  return plain == "1/min" || plain == "r/min" || plain == "u/min" ? "rpm" : plain;
}

}  // namespace

HeaderParts parts_of_header(std::string_view header, const std::vector<HeaderUnit>& units) {
  for (const auto& [open, close] : {std::pair('(', ')'), std::pair('[', ']')}) {
    const std::size_t bracket = header.find(open);
    if (bracket == header.npos || header.back() != close) continue;
    return {std::string(trimmed(header.substr(0, bracket))),
            std::string(trimmed(header.substr(bracket + 1, header.size() - bracket - 2)))};
  }
  for (std::size_t at = 0; (at = header.find_first_of("_ ", at + 1)) != header.npos;)
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
