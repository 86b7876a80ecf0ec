#include "text_figure.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "../../ground/base/visible_text.h"
#include "plain_text.h"
#include "script.h"
#include "text_canvas.h"

namespace invdyn {
namespace {

// If there are more lines than line characters, symbols replace the lines.
constexpr std::string_view line_characters = "*#$%@&=", symbol_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr char level_character = '+';
constexpr std::size_t level_dash = 2;

// The frame and the tics of axes.
struct Frame {
  std::string_view left, left_tic, corner, bottom, bottom_tic;
};
constexpr Frame ascii_frame{"|", "+", "+", "-", "+"}, unicode_frame{"│", "┤", "└", "─", "┬"};

std::string blanks(std::size_t count) {
  return std::string(count, ' ');
}

// `text` with its middle at this column, or as near as the width allows.
void put_centred(std::string& row, const std::string& text, std::size_t column, std::size_t width) {
  const std::size_t length = length_of(text), used = length_of(row);
  std::size_t begin = column > length / 2 ? column - length / 2 : 0;
  if (begin + length > width) begin = width > length ? width - length : 0;
  if (begin < used + (used > 0 ? 1 : 0)) return;  // it would touch the text before it
  row += blanks(begin - used) + text;
}

std::string with_power(const std::string& label, int exponent) {
  if (exponent == 0) return visible(label);
  return visible(label) + (label.empty() ? "" : ", ") + "x 1e" + std::to_string(exponent);
}

class TextFigure {
 public:
  explicit TextFigure(const Figure& figure) : figure_(figure), look_(figure.text) {
    width_ = std::max(look_.width, min_width);
    for (const Panel& panel : figure.panels) {
      scales_.push_back(scales_of(panel, std::max<std::size_t>(3, width_ / 14), 6));
      for (const Tic& tic : scales_.back().y.tics) margin_ = std::max(margin_, length_of(tic.text) + 2);
      keys_.push_back(key_rows(panel));
    }
    for (const Panel& panel : figure.panels)
      shares_x_ = shares_x_ && panel.x.label == figure.panels.front().x.label;
    columns_ = width_ - margin_ - 3;
    set_height();
  }

  std::string text() {
    if (!figure_.title.empty()) {
      centred(figure_.title, width_ / 2);
      line("");
    }
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      if (p > 0) line("");
      draw(p);
    }
    return text_;
  }

 private:
  static constexpr std::size_t min_width = 40, usual_height = 16, min_height = 6, max_height = 40;

  // As high as the terminal has room for all panels.
  void set_height() {
    height_ = usual_height;
    if (!look_.height) return;
    std::size_t other = (figure_.title.empty() ? 0 : 2) + 1;  // the prompt below
    for (std::size_t p = 0; p < figure_.panels.size(); ++p)
      other += (p > 0) + head_rows(figure_.panels[p]) + 2 + has_x_label(p) + keys_[p].size();
    const std::size_t free = *look_.height > other ? *look_.height - other : 0;
    height_ = std::clamp(free / figure_.panels.size(), min_height, max_height);
  }

  static std::size_t head_rows(const Panel& panel) { return panel.title.empty() ? 1 : 2; }
  bool has_x_label(std::size_t p) const { return !shares_x_ || p + 1 == figure_.panels.size(); }

  void line(std::string row) {
    row.resize(row.find_last_not_of(' ') + 1);
    text_ += row + '\n';
  }
  void centred(const std::string& text, std::size_t column) {
    std::string row;
    put_centred(row, visible(text), column, width_);
    line(row);
  }

  Pen pen_of(const Panel& panel, std::size_t c) const {
    const Curve& curve = panel.curves[c];
    if (curve.level) return level_pen();
    const std::size_t look = look_of(panel, c);
    Pen pen{.character = line_characters[look % line_characters.size()]};
    if (!curve.plain) pen.colour = curve.colour.value_or(look);
    // With colours, the dash pattern is of the file alone.
    const bool has_colours = look_.colours != TextLook::Colours::none;
    pen.dash = curve.plain ? 0 : has_colours ? curve.dash.value_or(0) : look;
    return pen;
  }
  static Pen level_pen() { return {.character = level_character, .dash = level_dash}; }

  // The symbol of a curve; none: it is a line.
  std::optional<char> symbol_of(const Panel& panel, std::size_t c) const {
    const std::size_t look = look_of(panel, c);
    const bool too_many = !look_.braille && look >= line_characters.size();
    if (panel.curves[c].mark == Mark::line && (!too_many || panel.curves[c].level)) return {};
    return symbol_characters[look % symbol_characters.size()];
  }
  bool has_line(const Panel& panel, std::size_t c) const {
    return panel.curves[c].mark != Mark::points &&
           (look_.braille || look_of(panel, c) < line_characters.size());
  }

  // `*** shoulder   ### elbow`, in as many rows as it takes.
  std::vector<std::string> key_rows(const Panel& panel) const {
    std::vector<std::string> rows, seen;
    std::size_t used = 0;
    const auto add = [&](const std::string& sample, std::size_t length, const std::string& name) {
      const std::string text = shortened(visible(name), 0.6 * static_cast<double>(width_ - 8));
      const std::string entry = sample + " " + text;
      if (name.empty() || std::find(seen.begin(), seen.end(), entry) != seen.end()) return;
      seen.push_back(entry);
      const std::size_t needed = length + 1 + length_of(text);
      if (rows.empty() || used + 3 + needed > width_ - 2) {
        rows.push_back(" " + entry);
        used = needed;
      } else {
        rows.back() += "   " + entry;
        used += 3 + needed;
      }
    };
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const auto [sample, length] = sample_of(panel, c);
      add(sample, length, panel.curves[c].name);
    }
    for (const Level& level : panel.levels) add(line_sample(level_pen()), 3, level.name);
    return rows;
  }

  std::string line_sample(const Pen& pen, std::optional<char> symbol = {}) const {
    TextCanvas canvas(3, 1, look_);
    double length = 0;
    canvas.line({0, 0.5}, {1, 0.5}, pen, length);
    if (symbol) canvas.symbol({0.5, 0.5}, *symbol, pen);
    return canvas.row(0);
  }

  std::pair<std::string, std::size_t> sample_of(const Panel& panel, std::size_t c) const {
    Pen pen = pen_of(panel, c);
    if (panel.curves[c].names_dash) pen.colour.reset();
    const auto symbol = symbol_of(panel, c);
    if (symbol && !has_line(panel, c))
      return {TextCanvas::coloured(std::string(1, *symbol), pen.colour, look_), 1};
    return {line_sample(pen, symbol), 3};
  }

  static double fraction(double value, const Scale& scale, bool logarithmic) {
    if (logarithmic)
      return (std::log10(value) - std::log10(scale.minimum)) /
             (std::log10(scale.maximum) - std::log10(scale.minimum));
    // Halves, as the range of very large values overflows.
    return (0.5 * value - 0.5 * scale.minimum) / (0.5 * scale.maximum - 0.5 * scale.minimum);
  }

  std::optional<TextCanvas::Place> place(std::size_t p, double x, double y) const {
    const Panel& panel = figure_.panels[p];
    if (!shows(panel.x, x) || !shows(panel.y, y)) return {};
    return TextCanvas::Place{fraction(x, scales_[p].x, panel.x.logarithmic),
                             fraction(y, scales_[p].y, panel.y.logarithmic)};
  }

  void draw_curve(std::size_t p, std::size_t c, TextCanvas& canvas) const {
    const Panel& panel = figure_.panels[p];
    const Curve& curve = panel.curves[c];
    const Pen pen = pen_of(panel, c);
    const auto symbol = symbol_of(panel, c);
    std::optional<TextCanvas::Place> before;
    double length = 0;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const auto at = place(p, curve.x[i], curve.y[i]);
      if (at && before && has_line(panel, c)) canvas.line(*before, *at, pen, length);
      if (at && !before && has_line(panel, c)) canvas.point(*at, pen);
      if (at && !curve.base.empty())
        if (const auto base = place(p, curve.x[i], curve.base[i])) {
          double area = 0;
          canvas.line(*base, *at, pen, area);
        }
      before = at;
    }
    if (!symbol) return;
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (const auto at = place(p, curve.x[i], curve.y[i])) canvas.symbol(*at, *symbol, pen);
  }

  TextCanvas drawing(std::size_t p) const {
    const Panel& panel = figure_.panels[p];
    TextCanvas canvas(columns_, height_, look_);
    for (const Level& level : panel.levels) {
      double length = 0;
      if (const auto at = place(p, scales_[p].x.minimum, level.y))
        canvas.line({0, at->up}, {1, at->up}, level_pen(), length);
    }
    for (std::size_t c = 0; c < panel.curves.size(); ++c) draw_curve(p, c, canvas);
    return canvas;
  }

  void draw(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    const Scales& scales = scales_[p];
    const Frame& frame = look_.braille ? unicode_frame : ascii_frame;
    if (!panel.title.empty()) centred(panel.title, width_ / 2);
    line(" " + with_power(panel.y.label, scales.y.exponent));
    std::vector<std::string> tics(height_);
    for (const Tic& tic : scales.y.tics) {
      const double up = fraction(tic.at, scales.y, panel.y.logarithmic);
      const double row = std::round((1 - up) * static_cast<double>(height_ - 1));
      if (!tic.text.empty() && row >= 0 && row < static_cast<double>(height_))
        tics[static_cast<std::size_t>(row)] = tic.text;
    }
    const TextCanvas canvas = drawing(p);
    for (std::size_t r = 0; r < height_; ++r) {
      const bool has_tic = !tics[r].empty();
      line(blanks(margin_ - 1 - length_of(tics[r])) + tics[r] + " " +
           std::string(has_tic ? frame.left_tic : frame.left) + canvas.row(r));
    }
    draw_foot(p, frame);
  }

  void draw_foot(std::size_t p, const Frame& frame) {
    const Panel& panel = figure_.panels[p];
    const Scales& scales = scales_[p];
    std::vector<std::string> axis(columns_, std::string(frame.bottom));
    std::string texts;
    for (const Tic& tic : scales.x.tics) {
      const double across = fraction(tic.at, scales.x, panel.x.logarithmic);
      const double column = std::round(across * static_cast<double>(columns_ - 1));
      if (tic.text.empty() || column < 0 || column >= static_cast<double>(columns_)) continue;
      axis[static_cast<std::size_t>(column)] = frame.bottom_tic;
      put_centred(texts, tic.text, margin_ + 1 + static_cast<std::size_t>(column), width_);
    }
    std::string row = blanks(margin_) + std::string(frame.corner);
    for (const std::string& character : axis) row += character;
    line(row);
    line(texts);
    if (has_x_label(p)) centred(with_power(panel.x.label, scales.x.exponent), (width_ + margin_) / 2);
    for (const std::string& entry : keys_[p]) line(entry);
  }

  const Figure& figure_;
  const TextLook look_;
  std::size_t width_ = 0, height_ = 0, margin_ = 0, columns_ = 0;
  bool shares_x_ = true;
  std::vector<Scales> scales_;
  std::vector<std::vector<std::string>> keys_;
  std::string text_;
};

}  // namespace

std::string text_figure(const Figure& figure) {
  expect_drawable(figure);
  return TextFigure(figure).text();
}

}  // namespace invdyn
