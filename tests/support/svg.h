#pragma once

#include <optional>
#include <string>
#include <vector>

namespace invdyn::test {

// A drawn figure as a reader sees it. Items are identified by their position on the page; values of points
// are computed from the neighbouring axis marks. Nothing is taken from the gnuplot script of the figure.

struct Point {
  double x, y;
};

/// An axis: its label and its printed marks.
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
  /// The change of the value over one pixel there.
  double per_pixel(double place) const;
};

/// A curve or a level: its name in the key, and its points in the axes' units.
struct SeenCurve {
  std::string name;                        ///< empty: no entry of the key looks like it
  std::string colour, dashes;              ///< as in the SVG
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
  double left = 0, right = 0, top = 0, bottom = 0;  ///< the axes, px from the page's upper left corner

  /// The curve of this name. Throws std::out_of_range that lists the existing names.
  const SeenCurve& curve(const std::string& name) const;
};

struct SeenFigure {
  double width = 0, height = 0;  ///< px
  std::string title;
  std::vector<SeenPanel> panels;
  std::vector<std::string> key;    ///< the names in it
  std::vector<Point> key_places;   ///< where the names begin, px
  std::vector<std::string> texts;  ///< every text, in the order of drawing

  bool shows(const std::string& text) const;
};

/// Reads an SVG drawing of lib/pictures/figure. Throws std::runtime_error if the XML is not well-formed or a
/// panel has no axes.
SeenFigure seen(const std::string& svg);

}  // namespace invdyn::test
