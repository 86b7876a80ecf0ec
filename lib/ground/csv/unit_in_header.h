#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// A unit that the header of a column may state. `factor` times a number in it is in SI units.
struct HeaderUnit {
  std::string name;
  double factor = 1;
};

/// A header without its unit: `d (mm)`, `d [mm]`, and also `d_mm` and `d mm` if mm is one of the `units`.
struct HeaderParts {
  std::string name;
  std::optional<std::string> unit;  ///< as it is written; none: the header states none
};
HeaderParts parts_of_header(std::string_view header, const std::vector<HeaderUnit>& units);

/// None: it is no unit of these. `Nm` and `N m` are the same unit, as are `gcm\u00b2`, `gcm2` and `g cm^2`,
/// `1/min` and `rpm`.
std::optional<double> factor_of_unit(std::string_view unit, const std::vector<HeaderUnit>& units);

}  // namespace invdyn
