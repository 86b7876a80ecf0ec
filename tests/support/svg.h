#pragma once

#include <optional>
#include <string>
#include <vector>

namespace invdyn::test {

// A drawn figure as a reader sees it: what is read here is found by where it stands on the page, with values
// of points from the marks on the axes that they lie between. Nothing is taken from the script that drew it.

struct Point {
  double x, y;
};

/// An axis: its label, and its marks as the page has them.
struct SeenAxis {
  struct Tic {
    double place;  ///< on the page, px
    double value;  ///< as printed, with the power of ten that is printed at the axis
  };
  std::string label;
  std::vector<Tic> tics;
  bool logarithmic = false;

  /// The value at a place on the page.
  double value_at(double place) const;
  /// How much of the value one pixel is there.
  double per_pixel(double place) const;
};

/// A curve or a level: its name by the key, and its points in the axes' units.
struct SeenCurve {
  std::string name;                        ///< empty: the key has none of its look
  std::string colour, dashes;              ///< as SVG has them
  std::vector<std::vector<Point>> pieces;  ///< of lines, broken at gaps
  std::vector<Point> symbols;

  std::vector<Point> points() const;  ///< of all pieces
  /// The value at an abscissa, on the straight line between the neighbouring points; none beyond the curve.
  std::optional<double> at(double x) const;
};

struct SeenPanel {
  std::string title;
  SeenAxis x, y;
  std::vector<SeenCurve> curves;                    ///< in the order of drawing
  std::vector<SeenCurve> levels;                    ///< the thin grey lines across
  double left = 0, right = 0, top = 0, bottom = 0;  ///< of the axes, px from the page's upper left corner

  /// The curve of this name. Throws std::out_of_range, with the names that there are.
  const SeenCurve& curve(const std::string& name) const;
};

struct SeenFigure {
  double width = 0, height = 0;  ///< px
  std::string title;
  std::vector<SeenPanel> panels;
  std::vector<std::string> key;    ///< the names in it
  std::vector<Point> key_places;   ///< where these begin, px
  std::vector<std::string> texts;  ///< every text, in the order of drawing

  bool shows(const std::string& text) const;
};

/// Reads an SVG drawing of lib/figure. Throws std::runtime_error where it is no well-formed XML, or a panel
/// has no axes.
SeenFigure seen(const std::string& svg);

}  // namespace invdyn::test
