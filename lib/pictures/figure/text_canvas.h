#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "figure.h"

namespace invdyn {

/// How a curve is drawn in characters.
struct Pen {
  char character = '*';                    ///< without braille dots
  std::optional<std::size_t> colour = {};  ///< number; none: the terminal's own
  std::size_t dash = 0;                    ///< number of the dash pattern of dots; 0: solid
};

/// A rectangle of characters to draw into. With braille characters, each one has 2 by 4 dots.
class TextCanvas {
 public:
  TextCanvas(std::size_t columns, std::size_t rows, TextLook look);

  /// Places: the fraction of the width from the left, and of the height from the bottom, from 0 to 1. Values
  /// beyond are cut off; they must be finite.
  struct Place {
    double across, up;
  };
  /// A line. `length`: of the line before it, in dots; it continues the dash pattern.
  void line(Place from, Place to, const Pen& pen, double& length);
  void point(Place at, const Pen& pen);
  /// A symbol of one character.
  void symbol(Place at, char symbol, const Pen& pen);

  /// One row of characters from the top, without blanks at its end.
  std::string row(std::size_t r) const;

  /// `text` in the colour of a pen.
  static std::string coloured(const std::string& text, const std::optional<std::size_t>& colour,
                              const TextLook& look);

 private:
  struct Cell {
    std::uint8_t dots = 0;
    char character = ' ';
    std::optional<std::size_t> colour = {};
  };
  void dot(double x, double y, const Pen& pen);

  std::size_t columns_, rows_;
  TextLook look_;
  double width_, height_;  // in dots
  std::vector<Cell> cells_;
};

}  // namespace invdyn
