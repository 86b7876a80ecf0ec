#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace invdyn {

/// How a curve is drawn.
enum class Mark { line, points, line_and_points };

struct Curve {
  std::string name = {};               ///< in the key; empty: not in the key
  std::vector<double> x = {}, y = {};  ///< of equal length; a value that is not finite makes a gap
  Mark mark = Mark::line;
  /// The number of the colour, dash pattern and symbol. None: the curve's index in its panel. Curves with the
  /// same name in several panels should have the same look.
  std::optional<std::size_t> look = {};
  bool plain = false;  ///< black, without a look: for the only curve of a panel, or its main one
  /// On paper and on the screen: the numbers of the colour and of the dash pattern (0: solid), not by the
  /// look.
  std::optional<std::size_t> colour = {}, dash = {};
  bool is_wide = false;     ///< a thick line
  bool is_pale = false;     ///< thick and light grey: measured values, behind the curves of models
  bool names_dash = false;  ///< the name is of the dash pattern: the key shows it in black
  /// An area between y and these values, of equal length, not a line; empty: a line.
  std::vector<double> base = {};
  /// Drawn like a level with this look: for limits that are not horizontal.
  std::optional<std::size_t> level = {};
};

/// A level for comparison with curves: a thin line across the whole panel.
struct Level {
  double y;
  std::string name = {};  ///< in the key; empty: not in the key, and drawn like the previous level
  std::optional<std::size_t> colour = {};  ///< none: grey
  std::optional<std::size_t> look = {};    ///< the number of the dash pattern; none: by the names
};

/// The values above or below a limit: shaded up to the edge of the panel.
struct Band {
  double from;
  bool is_above;
};

struct Axis {
  std::string label = {};                            ///< with the unit: `torque (N m)`
  bool logarithmic = false;                          ///< values of zero or less leave a gap
  std::optional<double> minimum = {}, maximum = {};  ///< none: chosen from the curves and levels
};

/// One pair of axes with its curves.
struct Panel {
  std::string title = {};
  Axis x = {}, y = {};
  std::vector<Curve> curves = {};
  std::vector<Level> levels = {};
  std::vector<Band> bands = {};
};

/// A figure in characters. Its panels are one below another.
struct TextLook {
  enum class Colours { none, sixteen, many };
  std::size_t width = 100;                 ///< in characters
  std::optional<std::size_t> height = {};  ///< of the terminal, in rows; none: 16 rows for each pair of axes
  bool braille = false;                    ///< curves of braille dots, else of characters of ASCII
  Colours colours = Colours::none;
};

/// Panels row by row, `columns` of them side by side.
struct Figure {
  std::string title = {};
  std::vector<Panel> panels = {};
  std::size_t columns = 1;
  TextLook text = {};
};

/// Throws Error if a curve has different numbers of x and y, an axis ends before it begins, a value is too
/// large to draw, or the figure has no panel.
void expect_drawable(const Figure& figure);

}  // namespace invdyn
