#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// How a curve is drawn.
enum class Mark { line, points, line_and_points };

struct Curve {
  std::string name = {};               ///< in the key; empty: not there
  std::vector<double> x = {}, y = {};  ///< of the same length; a value that is not finite is a gap
  Mark mark = Mark::line;
  /// Which colour, dash pattern and symbol; none: its place among the panel's curves. Curves of one name in
  /// several panels should bear one look.
  std::optional<std::size_t> look = {};
  bool plain = false;  ///< black and solid in the place of a look: alone in its panel, and no part of a key
};

/// A level that curves are held against: a thin line right across the panel.
struct Level {
  double y;
  std::string name = {};  ///< in the key; empty: not there, and drawn as the level before
};

struct Axis {
  std::string label = {};                       ///< with the unit: `torque (N m)`
  bool logarithmic = false;                     ///< values of zero or less leave a gap
  std::optional<double> least = {}, most = {};  ///< none: chosen from the curves and levels
};

/// One pair of axes with its curves.
struct Panel {
  std::string title = {};
  Axis x = {}, y = {};
  std::vector<Curve> curves = {};
  std::vector<Level> levels = {};
};

/// Panels row by row, `columns` of them side by side.
struct Figure {
  std::string title = {};
  std::vector<Panel> panels = {};
  std::size_t columns = 1;
  std::size_t text_width = 100;  ///< of the text version, in characters; its panels are one below the other
};

}  // namespace invdyn
