#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/run_program.h"
#include "support/svg.h"

namespace invdyn::test {

/// Writes a motion of the scara to standard output. Not a std::string, which constants of other files could
/// be made of before it is one.
inline constexpr std::string_view generate_scara =
    "invdyn generate trapezoid scara --degrees --from 0,0,0,0 --to 90,-45,0.1,180 --duration 1 --rate 100 -q";
/// The file as a reader of the drawing sees it.
inline SeenFigure drawing(const Workplace& here, const std::string& file) {
  return seen(here.read(file));
}

/// Of the vertical axes.
inline std::vector<std::string> labels(const SeenFigure& figure) {
  std::vector<std::string> result;
  for (const SeenPanel& panel : figure.panels) result.push_back(panel.y.label);
  return result;
}

/// Of the curves.
inline std::vector<std::string> names(const SeenPanel& panel) {
  std::vector<std::string> result;
  for (const SeenCurve& curve : panel.curves) result.push_back(curve.name);
  return result;
}

}  // namespace invdyn::test
