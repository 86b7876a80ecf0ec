#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "figure.h"
#include "tics.h"

namespace invdyn {

/// `text` as a gnuplot string. Characters that may have a meaning (quotes, backslashes, backquotes, macros,
/// formats) are written as octal codes. Single quotes do not work: at the beginning of such a string, a
/// doubled quote ends it.
std::string gnuplot_string(std::string_view text);

/// Whether an axis can show the value.
bool shows(const Axis& axis, double value);
/// The number of a curve's colour, dash pattern and symbol.
std::size_t look_of(const Panel& panel, std::size_t curve);

/// The scales of a panel.
struct Scales {
  Scale x, y;
};
Scales scales_of(const Panel& panel, std::size_t max_x_tics, std::size_t max_y_tics);

/// A power of ten: `⁻⁴`.
std::string superscript(int value);
/// `-0.5` and `2e-4` in typeset form: with a true minus, and 2×10⁻⁴.
std::string printed_tic(std::string text);

/// The parts of a script that do not depend on the page: data, looks, entries of keys, axes, and the command
/// that plots a panel.
class Script {
 protected:
  explicit Script(const Figure& figure) : figure_(figure) {}

  /// How gnuplot draws a curve. An empty `line` or `symbol` means none. `fill` is for areas, whose `line` is
  /// for the key alone.
  struct Style {
    std::string colour, line, symbol, fill = {};
    bool operator==(const Style&) const = default;
  };

  /// One entry of a key.
  struct Entry {
    std::string name;
    Style style;
    bool operator==(const Entry&) const = default;
  };

  /// Everything before the choice of the terminal.
  void begin();
  void line(const std::string& text) { script_ += text + '\n'; }
  std::string take() { return std::move(script_); }

  static std::vector<Entry> entries_of(const Panel& panel);
  /// The entries of all panels, if each name has the same style everywhere and each style has one name.
  std::optional<std::vector<Entry>> common_entries() const;
  void set_axes(const Panel& panel, const Scales& scales);
  /// Levels, then curves.
  void plot_panel(std::size_t p);

  const Figure& figure_;

 private:
  static Style style_of_curve(const Curve& curve, std::size_t look);
  static Style style_of_level(std::size_t level);
  static Style drawn_style(const Panel& panel, std::size_t curve);
  static std::string tics(const Scale& scale);
  void write_data();
  std::string plot_of_curve(std::size_t p, std::size_t c) const;

  std::string script_;
};

}  // namespace invdyn
