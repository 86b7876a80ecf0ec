#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "figure.h"
#include "tics.h"

namespace invdyn {

/// `text` as a gnuplot string. Characters that may have a meaning (quotes, backslashes, backquotes, macros,
/// formats) are written as octal codes. Single quotes do not work: at the beginning of such a string, a
/// doubled quote ends it.
std::string gnuplot_string(std::string_view text);

/// The scales of a panel.
struct Scales {
  Scale x, y;
};
Scales scales_of(const Panel& panel, std::size_t max_x_tics, std::size_t max_y_tics);

/// The common parts of all scripts: data, entries of keys, axes, and the command that plots a panel.
class Script {
 public:
  explicit Script(const Figure& figure) : figure_(figure) {}
  virtual ~Script() = default;
  Script(const Script&) = delete;
  Script& operator=(const Script&) = delete;

  std::string text();

 protected:
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

  virtual void draw() = 0;  ///< begins with the choice of the terminal
  virtual Style style_of_curve(const Curve& curve, std::size_t look) const = 0;
  virtual Style style_of_level(std::size_t level) const = 0;
  virtual std::string colour_of_level(std::size_t /*colour*/) const { return ""; }  // empty: the level's
  virtual std::string tic_text(const std::string& text) const = 0;

  void line(const std::string& text) { script_ += text + '\n'; }

  std::vector<Entry> entries_of(const Panel& panel) const;
  /// The entries of all panels, if each name has the same style everywhere and each style has one name.
  std::optional<std::vector<Entry>> common_entries() const;
  void set_axes(const Panel& panel, const Scales& scales);
  /// Levels, then curves.
  void plot_panel(std::size_t p);

  const Figure& figure_;

 private:
  std::string tics(const Scale& scale) const;
  void write_data();
  Style drawn_style(const Panel& panel, std::size_t curve) const;
  std::string plot_of_curve(std::size_t p, std::size_t c) const;

  std::string script_;
};

}  // namespace invdyn
