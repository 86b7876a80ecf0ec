#include "text_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace invdyn {
namespace {

// The colours of figures on paper, as near as terminals have them. Each is legible on black and on white.
constexpr std::array many_colours{32, 166, 36, 175, 125, 214, 75, 101};
constexpr std::array sixteen_colours{94, 91, 92, 95, 31, 93, 96, 33};

// Dots that are drawn and left out in turns.
struct Dashes {
  std::array<int, 4> lengths;
  int sum;
};
constexpr std::array<Dashes, 4> dash_patterns{
    {{{1, 0, 0, 0}, 1}, {{6, 4, 0, 0}, 10}, {{1, 3, 0, 0}, 4}, {{6, 3, 1, 3}, 13}}};

bool is_drawn(std::size_t dash, double length) {
  const Dashes& pattern = dash_patterns[dash % dash_patterns.size()];
  int at = static_cast<int>(std::fmod(length, pattern.sum));
  for (std::size_t i = 0; i < pattern.lengths.size(); ++i) {
    if (at < pattern.lengths[i]) return i % 2 == 0;
    at -= pattern.lengths[i];
  }
  return true;
}

// Braille's dots of a character, from the left and from the top (Unicode 15.0, section 21.1).
constexpr std::uint8_t braille_dots[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

std::string braille(std::uint8_t dots) {  // U+2800 + dots, in UTF-8
  return {'\xe2', static_cast<char>(0xa0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3f))};
}

// The part of a line within 0 to 1 of one coordinate: from `begin` to `end`, as fractions of the line.
void cut(double from, double to, double& begin, double& end) {
  if (from == to) {
    if (from < 0 || from > 1) end = -1;
    return;
  }
  const double at_0 = -from / (to - from), at_1 = (1 - from) / (to - from);
  begin = std::max(begin, std::min(at_0, at_1));
  end = std::min(end, std::max(at_0, at_1));
}

}  // namespace

TextCanvas::TextCanvas(std::size_t columns, std::size_t rows, TextLook look)
    : columns_(columns),
      rows_(rows),
      look_(look),
      width_(static_cast<double>(columns * (look.braille ? 2 : 1))),
      height_(static_cast<double>(rows * (look.braille ? 4 : 1))),
      cells_(columns * rows) {}

void TextCanvas::line(Place from, Place to, const Pen& pen, double& length) {
  double begin = 0, end = 1;
  cut(from.across, to.across, begin, end);
  cut(from.up, to.up, begin, end);
  if (begin > end) return;
  const double x = from.across * (width_ - 1), y = from.up * (height_ - 1);
  const double along_x = (to.across - from.across) * (width_ - 1),
               along_y = (to.up - from.up) * (height_ - 1);
  const double first_x = x + begin * along_x, first_y = y + begin * along_y;
  const double last_x = x + end * along_x, last_y = y + end * along_y;
  // Rounding may put the ends of a very long line beyond the canvas.
  const double steps =
      std::clamp(std::max(std::abs(last_x - first_x), std::abs(last_y - first_y)), 1.0, width_ + height_);
  const auto count = static_cast<int>(std::ceil(steps));
  for (int i = 0; i <= count; ++i) {
    const double part = static_cast<double>(i) / count;
    if (is_drawn(look_.braille ? pen.dash : 0, length + part * steps))
      dot(first_x + part * (last_x - first_x), first_y + part * (last_y - first_y), pen);
  }
  length += steps;
}

void TextCanvas::point(Place at, const Pen& pen) {
  if (at.across < 0 || at.across > 1 || at.up < 0 || at.up > 1) return;
  dot(at.across * (width_ - 1), at.up * (height_ - 1), pen);
}

void TextCanvas::symbol(Place at, char symbol, const Pen& pen) {
  if (at.across < 0 || at.across > 1 || at.up < 0 || at.up > 1) return;
  const auto column = static_cast<std::size_t>(std::lround(at.across * static_cast<double>(columns_ - 1)));
  const auto row = static_cast<std::size_t>(std::lround((1 - at.up) * static_cast<double>(rows_ - 1)));
  cells_[row * columns_ + column] = {0, symbol, pen.colour};
}

void TextCanvas::dot(double x, double y, const Pen& pen) {
  const auto column = static_cast<std::size_t>(std::clamp(std::round(x), 0.0, width_ - 1));
  const auto row = static_cast<std::size_t>(std::clamp(std::round(height_ - 1 - y), 0.0, height_ - 1));
  if (!look_.braille) {
    cells_[row * columns_ + column] = {0, pen.character, pen.colour};
    return;
  }
  Cell& cell = cells_[row / 4 * columns_ + column / 2];
  cell.dots |= braille_dots[column % 2][row % 4];
  cell.colour = pen.colour;
}

std::string TextCanvas::row(std::size_t r) const {
  std::string text;
  std::size_t end = columns_;
  const Cell* cells = cells_.data() + r * columns_;
  while (end > 0 && cells[end - 1].dots == 0 && cells[end - 1].character == ' ') --end;
  for (std::size_t c = 0; c < end;) {  // neighbours of one colour together
    const auto colour = cells[c].colour;
    std::string part;
    for (; c < end && cells[c].colour == colour; ++c)
      part += cells[c].character != ' ' || cells[c].dots == 0 ? std::string(1, cells[c].character)
                                                              : braille(cells[c].dots);
    text += coloured(part, colour, look_);
  }
  return text;
}

std::string TextCanvas::coloured(const std::string& text, const std::optional<std::size_t>& colour,
                                 const TextLook& look) {
  if (!colour || look.colours == TextLook::Colours::none) return text;
  const std::string code = look.colours == TextLook::Colours::many
                               ? "38;5;" + std::to_string(many_colours[*colour % many_colours.size()])
                               : std::to_string(sixteen_colours[*colour % sixteen_colours.size()]);
  return "\x1b[" + code + "m" + text + "\x1b[39m";
}

}  // namespace invdyn
