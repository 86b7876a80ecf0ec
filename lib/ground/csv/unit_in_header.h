#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace invdyn {

/// A unit that the header of a column may state. `factor` times a number in it is in SI units.
struct HeaderUnit {
  std::string_view name;
  double factor = 1;
};

/// By the definitions of the pound, 0.45359237 kg, the inch, 0.0254 m, and the standard gravity, 9.80665
/// m/s^2.
inline constexpr HeaderUnit torque_units[] = {{"Nm", 1},
                                              {"mNm", 1e-3},
                                              {"Ncm", 1e-2},
                                              {"Nmm", 1e-3},
                                              {"kgf.cm", 0.0980665},
                                              {"kgf.m", 9.80665},
                                              {"ozf.in", 0.45359237 / 16 * 9.80665 * 0.0254},
                                              {"lbf.in", 0.45359237 * 9.80665 * 0.0254},
                                              {"lbf.ft", 0.45359237 * 9.80665 * 0.3048}};

/// A header without its unit: `d (mm)`, also in other brackets, and `d_mm`, `d mm` and `d/mm` if mm is one of
/// the `units`.
struct HeaderParts {
  std::string name;
  std::optional<std::string> unit;  ///< as it is written; none: the header states none
};
HeaderParts parts_of_header(std::string_view header, const std::vector<HeaderUnit>& units);

/// The same text for all spellings of a unit: `Nm` and `N m`, `gcm\u00b2`, `gcm2` and `g cm^2`, `kg cm` and
/// `kgf.cm`, `ft lb` and `lbf.ft`, `1/min`, `min-1` and `rpm`.
std::string plain_unit(std::string_view unit);

/// The value times the factor. 412 mm are 0.412 m, not 0.41200000000000003 m: if the factor is a power of
/// ten, the result is the decimal of 15 digits that is within 1e-15 of the product, if there is one.
double converted(double value, double factor);

/// None: it is no unit of these, in any spelling.
std::optional<double> factor_of_unit(std::string_view unit, const std::vector<HeaderUnit>& units);

}  // namespace invdyn
