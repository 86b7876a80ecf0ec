#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "../error.h"
#include "../number.h"
#include "../wording.h"
#include "gnuplot.h"
#include "plain_text.h"
#include "tics.h"

namespace invdyn {
namespace {

// Okabe & Ito's colours, which the colour-blind tell apart, without the yellow, too faint for a line. Dark
// ones first. Dashes differ by themselves, for print in black and white; the lengths of both lists have no
// common factor, so that 56 curves differ.
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"};
constexpr std::array dashes{
    "solid", "(8,3)", "(2,2.5)", "(8,2.5,2,2.5)", "(16,4)", "(8,2.5,2,2.5,2,2.5)", "(16,3,5,3)", "(3,6)"};
constexpr std::array symbols{6, 4, 8, 12, 10, 2, 1, 3};
constexpr std::array level_dashes{"(5,4)", "(1.5,3)", "(10,3,2,3)"};

// Lengths in points of 1/72 inch, the size of the type in them too.
constexpr double type_size = 8;
constexpr double em = type_size;
constexpr double points_per_pixel = 0.75;  // of SVG, 96 to the inch
constexpr double png_pixels_per_point = 300 / 72.0;
constexpr double narrow_page = 312;  // 110 mm, for one column of panels; legible still when shrunk to 85 mm
constexpr double wide_page = 482;    // 170 mm
constexpr double title_size = 1.2;   // of the type, over that of all else
constexpr double least_panel = 160;  // with its labels

std::string number(double value) {
  return shortest(value);
}

// A string of gnuplot. Whatever could have a meaning there is written by its octal code: quotes, backslashes,
// backquotes, macros, formats. (Its single quotes will not do: a doubled one at their beginning ends the
// string.)
std::string text_of(std::string_view text) {
  std::string result = "\"";
  bool behind_code = false;  // a digit there would be taken for one of the code
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalpha(byte) || byte >= 0x80 || (std::isdigit(byte) && !behind_code) ||
                       std::string_view(" .,:()/+-=").find(c) != std::string_view::npos;
    behind_code = !plain;
    if (plain)
      result += c;
    else
      result += {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
                 static_cast<char>('0' + byte % 8)};
  }
  return result + '"';
}

std::string superscript(int value) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = value < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(value))) result += digits[static_cast<std::size_t>(c - '0')];
  return result;
}

// `-0.5` and `2e-4` as they are printed: with a true minus, and 2×10⁻⁴.
std::string typeset(std::string text) {
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    const std::string digit = text.substr(0, e);
    text = (digit == "1" ? "" : digit + "×") + "10" + superscript(std::stoi(text.substr(e + 1)));
  }
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::size_t look_of(const Panel& panel, std::size_t curve) {
  return panel.curves[curve].look.value_or(curve);
}

bool is_shown(const Curve& curve, std::size_t i, const Panel& panel) {
  const auto on = [](double value, const Axis& axis) {
    return std::isfinite(value) && (!axis.logarithmic || value > 0);
  };
  return on(curve.x[i], panel.x) && on(curve.y[i], panel.y);
}

// The scales of a panel.
struct Scales {
  Scale x, y;
};

Scales scales_of(const Panel& panel, std::size_t most_x_tics, std::size_t most_y_tics) {
  Extent x, y;
  bool runs_along = false;  // a line whose x increases
  for (const Curve& curve : panel.curves) {
    runs_along = runs_along || (curve.mark == Mark::line && curve.x.size() > 1 &&
                                std::is_sorted(curve.x.begin(), curve.x.end()));
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!is_shown(curve, i, panel)) continue;
      const bool beyond =
          (panel.x.least && curve.x[i] < *panel.x.least) || (panel.x.most && curve.x[i] > *panel.x.most);
      x.take(curve.x[i], panel.x.logarithmic);
      if (!beyond) y.take(curve.y[i], panel.y.logarithmic);
    }
  }
  for (const Level& level : panel.levels) y.take(level.y, panel.y.logarithmic);
  // Lines over time run from end to end; symbols and loops there would be cut.
  return {
      scale_for(x, {panel.x.logarithmic, panel.x.least, panel.x.most, runs_along ? 0 : 0.03, most_x_tics}),
      scale_for(y, {panel.y.logarithmic, panel.y.least, panel.y.most, 0.05, most_y_tics})};
}

void check(const Figure& figure) {
  if (figure.panels.empty()) throw Error("figure", "has no panel: expected at least one");
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves)
      if (curve.x.size() != curve.y.size())
        throw Error("figure", "the curve " + quoted(curve.name) + " has " + std::to_string(curve.x.size()) +
                                  " x and " + std::to_string(curve.y.size()) + " y: expected as many");
    for (const Axis* axis : {&panel.x, &panel.y}) {
      const auto fail = [&](const std::string& what) {
        throw Error("figure", "the axis " + quoted(axis->label) + " " + what);
      };
      if (axis->least && axis->most && !(*axis->least < *axis->most))
        fail("goes from " + shortest(*axis->least) + " to " + shortest(*axis->most) +
             ": expected the smaller end first");
      if (axis->logarithmic && (axis->least.value_or(1) <= 0 || axis->most.value_or(1) <= 0))
        fail("is logarithmic and has an end at or below zero: expected one above");
    }
  }
}

// How gnuplot draws a curve. Without a line or without symbols where these are empty.
struct Style {
  std::string colour, line, symbol;
  bool operator==(const Style&) const = default;

  std::string lines() const { return "with lines" + colour + line; }
  std::string points() const { return "with points" + colour + symbol + " linewidth 0.8"; }
  std::string both() const { return "with linespoints" + colour + line + symbol; }
};

// One entry of a key.
struct Entry {
  std::string name;
  Style style;
  bool operator==(const Entry&) const = default;
};

class Script {
 public:
  Script(const Figure& figure, FigureFormat format) : figure_(figure), format_(format) {}
  virtual ~Script() = default;

  std::string text(const std::string& output_path) {
    line("# Drawn by gnuplot 5.4");
    line("reset");
    line("set encoding utf8");
    write_data();
    if (!output_path.empty()) line("set output " + text_of(output_path));
    line("unset key");
    line("set samples 2");  // of the levels
    draw();
    if (!output_path.empty()) line("unset output");
    return std::move(script_);
  }

 protected:
  virtual void draw() = 0;  // from the choice of the terminal on
  virtual Style style_of_curve(const Curve& curve, std::size_t look) const = 0;
  virtual Style style_of_level(std::size_t level) const = 0;

  void line(const std::string& text) { script_ += text + '\n'; }

  std::vector<Entry> entries_of(const Panel& panel) const {
    std::vector<Entry> entries;
    const auto add = [&](const std::string& name, const Style& style) {
      Entry entry{plain_text(name), style};
      if (!name.empty() && std::find(entries.begin(), entries.end(), entry) == entries.end())
        entries.push_back(entry);
    };
    for (std::size_t c = 0; c < panel.curves.size(); ++c)
      add(panel.curves[c].name, style_of_curve(panel.curves[c], look_of(panel, c)));
    for (std::size_t l = 0; l < panel.levels.size(); ++l)
      add(panel.levels[l].name, style_of_level(look_of_level(panel, l)));
    return entries;
  }

  // The entries of all panels, if a name is drawn in one style throughout, and a style has one name.
  std::optional<std::vector<Entry>> common_entries() const {
    std::vector<Entry> all;
    std::size_t most = 0;
    for (const Panel& panel : figure_.panels) {
      const auto entries = entries_of(panel);
      most = std::max(most, entries.size());
      for (const Entry& entry : entries) {
        bool found = false;
        for (const Entry& other : all) {
          if ((other.name == entry.name) != (other.style == entry.style)) return std::nullopt;
          found = found || other == entry;
        }
        if (!found) all.push_back(entry);
      }
    }
    // A key of many curves that each panel has few of would be read from afar.
    if (all.size() > most + 2) return std::nullopt;
    return all;
  }

  // A level without a name looks like the one before it.
  static std::size_t look_of_level(const Panel& panel, std::size_t level) {
    std::size_t look = 0;
    for (std::size_t l = 1; l <= level; ++l)
      if (!panel.levels[l].name.empty()) ++look;
    return look;
  }

  // Levels, then curves.
  void plot_panel(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    std::vector<std::string> plots;
    for (std::size_t l = 0; l < panel.levels.size(); ++l)
      if (std::isfinite(panel.levels[l].y))
        plots.push_back(number(panel.levels[l].y) + " notitle " +
                        style_of_level(look_of_level(panel, l)).lines());
    for (std::size_t c = 0; c < panel.curves.size(); ++c) {
      const Curve& curve = panel.curves[c];
      const Style style = style_of_curve(curve, look_of(panel, c));
      constexpr std::size_t most_symbols = 40;  // along a line
      plots.push_back((has_data(panel, c) ? data_name(p, c) + " using 1:2 notitle " : "NaN notitle ") +
                      (style.symbol.empty() ? style.lines()
                       : style.line.empty()
                           ? style.points()
                           : style.both() + (curve.x.size() > most_symbols ? " pointnumber 12" : "")));
    }
    if (plots.empty()) plots.push_back("NaN notitle");
    std::string command = "plot ";
    for (const std::string& plot : plots) command += (&plot == &plots.front() ? "" : ", \\\n     ") + plot;
    line(command);
  }

  void set_axes(const Panel& panel, const Scales& scales) {
    line(std::string(panel.x.logarithmic ? "set" : "unset") + " logscale x");
    line(std::string(panel.y.logarithmic ? "set" : "unset") + " logscale y");
    line("set xrange [" + number(scales.x.least) + ":" + number(scales.x.most) + "]");
    line("set yrange [" + number(scales.y.least) + ":" + number(scales.y.most) + "]");
    line("set xtics " + tics(scales.x));
    line("set ytics " + tics(scales.y));
  }

  virtual std::string tic_text(const std::string& text) const = 0;

  const Figure& figure_;
  FigureFormat format_;

 private:
  std::string tics(const Scale& scale) const {
    std::string result = "(";
    for (const Tic& tic : scale.tics) {
      if (&tic != &scale.tics.front()) result += ", ";
      result += text_of(tic_text(tic.text)) + " " + number(tic.at);
      if (tic.text.empty()) result += " 1";  // a small one
    }
    return result + ")";
  }

  static std::string data_name(std::size_t panel, std::size_t curve) {
    return "$panel" + std::to_string(panel + 1) + "_curve" + std::to_string(curve + 1);
  }

  static bool has_data(const Panel& panel, std::size_t c) {
    const Curve& curve = panel.curves[c];
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (is_shown(curve, i, panel)) return true;
    return false;
  }

  void write_data() {
    for (std::size_t p = 0; p < figure_.panels.size(); ++p)
      for (std::size_t c = 0; c < figure_.panels[p].curves.size(); ++c) {
        const Panel& panel = figure_.panels[p];
        if (!has_data(panel, c)) continue;
        const Curve& curve = panel.curves[c];
        line(data_name(p, c) + " << END");
        bool in_gap = true;
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
          const bool shown = is_shown(curve, i, panel);
          if (!shown && !in_gap) line("NaN NaN");
          if (shown) {
            append_shortest(script_, curve.x[i]);
            script_ += ' ';
            append_shortest(script_, curve.y[i]);
            script_ += '\n';
          }
          in_gap = !shown;
        }
        line("END");
      }
  }

  std::string script_;
};

// Panels as a journal prints them. Places are measured from the page's upper left corner.
class Print : public Script {
 public:
  Print(const Figure& figure, FigureFormat format) : Script(figure, format) {
    columns_ = std::clamp<std::size_t>(figure.columns, 1, figure.panels.size());
    rows_ = (figure.panels.size() + columns_ - 1) / columns_;
    width_ = columns_ == 1 ? narrow_page : std::max(wide_page, static_cast<double>(columns_) * least_panel);
    lay_out();
  }

 private:
  // A panel's axes, and how much there is around them for labels.
  struct Place {
    double left, right, top, bottom;
  };
  struct Column {
    double tic_texts = 0;
    std::size_t label_lines = 0;
  };

  static constexpr double line_height = 1.35 * em;
  static constexpr double tic_length = 3;

  double column_width() const { return width_ / static_cast<double>(columns_); }

  // What stands above and below the axes of a row.
  double head() const {
    double height = 0.7 * em;
    for (const Panel& panel : figure_.panels)
      if (!panel.title.empty()) height = std::max(height, 1.7 * em);
    for (const Scales& scales : scales_)
      if (scales.y.exponent != 0) return height + 1.2 * em;
    return height;
  }
  static constexpr double foot = 4.2 * em;

  // A key: its entries in rows, each a sample and a name.
  struct Key {
    std::size_t columns = 1, rows = 0;
    double entry_width = 0;
    double height() const { return rows == 0 ? 0 : static_cast<double>(rows) * line_height + 0.4 * em; }
  };
  static constexpr double sample = 3 * em, sample_gap = 0.6 * em, entry_gap = 2 * em;

  static Key key_for(const std::vector<Entry>& entries, double width) {
    Key key;
    if (entries.empty()) return key;
    for (const Entry& entry : entries)
      key.entry_width =
          std::max(key.entry_width, sample + sample_gap + width_of(entry.name) * em + entry_gap);
    key.entry_width = std::min(key.entry_width, width);
    key.columns = std::max<std::size_t>(1, static_cast<std::size_t>((width + entry_gap) / key.entry_width));
    // Rows of even length.
    key.rows = (entries.size() + key.columns - 1) / key.columns;
    key.columns = (entries.size() + key.rows - 1) / key.rows;
    return key;
  }

  std::vector<std::string> label_lines(const std::string& label, double length) const {
    const std::string text = plain_text(label);
    if (width_of(text) * em <= length) return {text};
    const std::size_t middle = text.size() / 2;
    std::size_t best = std::string::npos;
    for (std::size_t blank = text.find(' '); blank != std::string::npos; blank = text.find(' ', blank + 1)) {
      const auto off = [&](std::size_t at) { return at > middle ? at - middle : middle - at; };
      if (best == std::string::npos || off(blank) < off(best)) best = blank;
    }
    if (best == std::string::npos) return {shortened(text, length / em)};
    return {shortened(text.substr(0, best), length / em), shortened(text.substr(best + 1), length / em)};
  }

  void lay_out() {
    const double shape = columns_ > 1 ? 0.66 : rows_ > 1 ? 0.42 : 0.6;
    const double axes_width = column_width() - 6 * em;
    axes_height_ = shape * axes_width;
    const auto x_tics = static_cast<std::size_t>(std::clamp(axes_width / (4.5 * em), 5.0, 8.0));
    const auto y_tics = static_cast<std::size_t>(std::clamp(axes_height_ / (2 * em), 5.0, 8.0));
    for (const Panel& panel : figure_.panels) scales_.push_back(scales_of(panel, x_tics, y_tics));

    common_ = common_entries();
    std::vector<Column> columns(columns_);
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      Column& column = columns[p % columns_];
      for (const Tic& tic : scales_[p].y.tics)
        column.tic_texts = std::max(column.tic_texts, width_of(tic_text(tic.text)) * em);
      const std::string& label = figure_.panels[p].y.label;
      if (!label.empty())
        column.label_lines = std::max(column.label_lines, label_lines(label, axes_height_).size());
    }

    const double title = figure_.title.empty() ? 0.3 * em : 2.2 * em;
    double top = title;
    places_.resize(figure_.panels.size());
    for (std::size_t row = 0; row < rows_; ++row) {
      double keys = 0;
      for (std::size_t p = row * columns_; p < std::min((row + 1) * columns_, places_.size()); ++p) {
        const Column& column = columns[p % columns_];
        Place& place = places_[p];
        place.left = static_cast<double>(p % columns_) * column_width() + column.tic_texts + tic_length +
                     (column.label_lines > 0 ? 1.2 * em : 0.6 * em) +
                     static_cast<double>(column.label_lines) * 1.2 * em;
        place.right = static_cast<double>(p % columns_ + 1) * column_width() - 1.3 * em;
        place.top = top + head();
        place.bottom = place.top + axes_height_;
        if (!common_) keys = std::max(keys, key_for(key_of(p), column_width()).height());
      }
      top += head() + axes_height_ + foot + keys;
    }
    height_ = top + (common_ ? key_for(*common_, width_).height() : 0);
  }

  // A panel of one curve that its title names already needs no key.
  std::vector<Entry> key_of(std::size_t p) const {
    auto entries = entries_of(figure_.panels[p]);
    if (entries.size() == 1 && entries.front().name == plain_text(figure_.panels[p].title)) entries.clear();
    return entries;
  }

  // The sans-serif type of whoever looks at it, so many times as large as usual.
  std::string type(double times) const {
    const bool svg = format_ == FigureFormat::svg;
    return std::string(svg ? "'sans-serif," : "'Sans,") +
           number(times * type_size / (svg ? points_per_pixel : 1)) + "'";
  }

  std::string terminal() const {
    const auto size = [&](double scale) {
      return number(std::round(width_ * scale)) + "," + number(std::round(height_ * scale));
    };
    switch (format_) {
      case FigureFormat::svg:
        return "set terminal svg noenhanced size " + size(1 / points_per_pixel) + " font " + type(1) +
               " linewidth " + number(1 / points_per_pixel) + " background '#ffffff'";
      case FigureFormat::png:
        return "set terminal pngcairo noenhanced size " + size(png_pixels_per_point) + " font " + type(1) +
               " fontscale " + number(png_pixels_per_point * points_per_pixel) + " linewidth " +
               number(png_pixels_per_point) + " pointscale " + number(png_pixels_per_point) +
               " dashlength 1.7" + " background '#ffffff'";
      default:
        return "set terminal pdfcairo noenhanced size " + number(width_ / 72) + "in," + number(height_ / 72) +
               "in font " + type(1) + " fontscale 0.75 linewidth 2 dashlength 1.4 background '#ffffff'";
    }
  }

  Style style_of_curve(const Curve& curve, std::size_t look) const override {
    Style style{" linecolor rgb '" + std::string(colours[look % colours.size()]) + "'", "", ""};
    if (curve.mark != Mark::points)
      style.line = " linewidth 1.2 dashtype " + std::string(dashes[look % dashes.size()]);
    if (curve.mark != Mark::line)
      style.symbol = " pointtype " + std::to_string(symbols[look % symbols.size()]) + " pointsize 0.5";
    return style;
  }

  Style style_of_level(std::size_t level) const override {
    return {" linecolor rgb '#555555'",
            " linewidth 0.7 dashtype " + std::string(level_dashes[level % level_dashes.size()]), ""};
  }

  std::string tic_text(const std::string& text) const override { return typeset(text); }

  std::string across(double x) const { return "screen " + number(x / width_); }
  std::string up(double y) const { return "screen " + number(1 - y / height_); }

  void label(const std::string& text, double x, double y, const std::string& how) {
    if (!text.empty())
      line("set label " + text_of(text) + " at " + across(x) + "," + up(y) + " " + how +
           " textcolor rgb '#000000'");
  }

  void set_margins(double left, double right, double top, double bottom) {
    line("set lmargin at " + across(left));
    line("set rmargin at " + across(right));
    line("set tmargin at " + up(top));
    line("set bmargin at " + up(bottom));
  }

  void draw() override {
    line(terminal());
    line("set multiplot");
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) draw_panel(p);
    line("unset multiplot");
  }

  void draw_panel(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    const Scales& scales = scales_[p];
    const Place& place = places_[p];
    const double middle = 0.5 * (place.left + place.right);
    const double width = place.right - place.left;
    line("");
    line("# Panel " + std::to_string(p + 1));
    set_margins(place.left, place.right, place.top, place.bottom);
    set_axes(panel, scales);
    line("set border 3 linewidth 0.5 linecolor rgb '#000000'");
    line("set tics nomirror out scale 0.5,0.3 textcolor rgb '#000000'");
    line("set xtics offset 0," + std::string(format_ == FigureFormat::svg ? "0.6" : "0.25"));
    line("set ytics offset 0.4,0");
    line("set grid xtics ytics back linetype 1 linecolor rgb '#E4E4E4' linewidth 0.4");
    line("set xzeroaxis linetype 1 linecolor rgb '#888888' linewidth 0.5");
    line("unset arrow");
    line("unset label");
    if (p == 0)
      label(shortened(plain_text(figure_.title), width_ / (em * title_size)), 0.5 * width_, 1.1 * em,
            "center font " + type(title_size));

    const double title_at = place.top - (scales.y.exponent != 0 ? 2.0 : 0.9) * em;
    label(shortened(plain_text(panel.title), width / em), middle, title_at, "center");
    if (scales.y.exponent != 0)
      label("×10" + superscript(scales.y.exponent), place.left, place.top - 0.8 * em, "left");
    if (scales.x.exponent != 0)
      label("×10" + superscript(scales.x.exponent), place.right + em, place.bottom + 2.7 * em, "right");
    label(shortened(plain_text(panel.x.label), width / em), middle, place.bottom + 2.7 * em, "center");
    const auto lines =
        panel.y.label.empty() ? std::vector<std::string>() : label_lines(panel.y.label, axes_height_);
    const double column_left = static_cast<double>(p % columns_) * column_width();
    for (std::size_t i = 0; i < lines.size(); ++i)
      label(lines[i], column_left + (0.9 + 1.2 * static_cast<double>(i)) * em,
            0.5 * (place.top + place.bottom), "center rotate by 90");
    draw_key(p);
    plot_panel(p);
  }

  // The key of the panel, or behind the last one that of all. Its samples are an arrow without a head and a
  // label's point, as gnuplot's own key would not stay within its place.
  void draw_key(std::size_t p) {
    const bool last = p + 1 == figure_.panels.size();
    if (common_ && last)
      draw_key(*common_, 0, width_, height_ - key_for(*common_, width_).height());
    else if (!common_)
      draw_key(key_of(p), static_cast<double>(p % columns_) * column_width(), column_width(),
               places_[p].bottom + foot - 0.3 * em);
  }

  void draw_key(const std::vector<Entry>& entries, double page_left, double width, double top) {
    const Key key = key_for(entries, width);
    const double indent = 0.5 * (width + entry_gap - static_cast<double>(key.columns) * key.entry_width);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Style& style = entries[i].style;
      const double left =
          page_left + std::max(0.0, indent) + static_cast<double>(i % key.columns) * key.entry_width;
      const double y = top + (static_cast<double>(i / key.columns) + 0.5) * line_height;
      if (!style.line.empty())
        line("set arrow from " + across(left) + "," + up(y) + " to " + across(left + sample) + "," + up(y) +
             " nohead" + style.colour + style.line);
      if (!style.symbol.empty())
        line("set label \"\" at " + across(left + 0.5 * sample) + "," + up(y) + " point" + style.colour +
             style.symbol);
      label(shortened(entries[i].name, (key.entry_width - sample - sample_gap) / em),
            left + sample + sample_gap, y, "left");
    }
  }

  std::size_t columns_ = 1, rows_ = 1;
  double width_ = 0, height_ = 0, axes_height_ = 0;
  std::vector<Scales> scales_;
  std::vector<Place> places_;  // of each panel
  std::optional<std::vector<Entry>> common_;
};

// Panels one below the other, in characters: a title, the label of the y axis, axes, the label of the x axis,
// a key. gnuplot draws each curve with a character of its own. Each panel is a page, on which margins are
// whole rows.
class Characters : public Script {
 public:
  explicit Characters(const Figure& figure) : Script(figure, FigureFormat::text) {
    width_ = std::max(figure.text_width, least_width);
    for (const Panel& panel : figure.panels) {
      scales_.push_back(scales_of(panel, std::max<std::size_t>(3, width_ / 14), 6));
      for (const Tic& tic : scales_.back().y.tics) margin_ = std::max(margin_, length_of(tic.text) + 3);
    }
  }

 private:
  static constexpr std::size_t least_width = 40, axes_height = 16, foot = 3;
  // In the order of gnuplot's line types.
  static constexpr std::string_view line_characters = "*#$%@&=",
                                    symbol_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  Style style_of_curve(const Curve& curve, std::size_t look) const override {
    Style style{" linetype " + std::to_string(look % line_characters.size() + 1), "", ""};
    // Where lines have run out of characters, symbols stand in for them.
    const bool has_line = curve.mark != Mark::points && look < line_characters.size();
    if (has_line) style.line = " linewidth 1";
    if (!has_line || curve.mark != Mark::line)
      style.symbol = " pointtype " + std::to_string(look % symbol_characters.size() + 1);
    return style;
  }

  Style style_of_level(std::size_t) const override { return {" linetype 0", " linewidth 1", ""}; }

  std::string tic_text(const std::string& text) const override { return text; }

  // `*** shoulder   ### elbow`, in as many rows as it takes.
  std::vector<std::string> key_rows(const Panel& panel) const {
    std::vector<std::string> rows;
    for (const Entry& entry : entries_of(panel)) {
      const std::string text =
          sample(entry.style) + " " + shortened(entry.name, 0.6 * static_cast<double>(width_ - 8));
      if (rows.empty() || length_of(rows.back()) + 3 + length_of(text) > width_ - 2)
        rows.push_back(text);
      else
        rows.back() += "   " + text;
    }
    return rows;
  }

  static std::string sample(const Style& style) {
    const auto index = [](const std::string& text) { return std::stoi(text.substr(text.rfind(' ') + 1)); };
    const int type = index(style.colour);
    const char line = type == 0 ? '+' : line_characters[static_cast<std::size_t>(type - 1)];
    if (style.symbol.empty()) return std::string(3, line);
    const char symbol = symbol_characters[static_cast<std::size_t>(index(style.symbol) - 1)];
    return style.line.empty() ? std::string(1, symbol) : std::string{line, symbol, line};
  }

  static std::string power(int exponent) { return "x 1e" + std::to_string(exponent); }

  void draw() override {
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) draw_panel(p);
  }

  void draw_panel(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    const Scales& scales = scales_[p];
    const auto key = key_rows(panel);
    const std::size_t figure_title = p == 0 && !figure_.title.empty() ? 2 : 0;
    const std::size_t head = figure_title + (panel.title.empty() ? 1 : 2);
    const std::size_t below = head + axes_height;
    const std::size_t height = below + foot + key.size() + 1;
    const auto label = [&](const std::string& text, std::size_t column, std::size_t row, const char* how) {
      if (!text.empty())
        line("set label " + text_of(text) + " at character " + std::to_string(column) + "," +
             std::to_string(height - 1 - row) + " " + how);
    };
    const auto with_power = [](const std::string& text, int exponent) {
      if (exponent == 0) return plain_text(text);
      return plain_text(text) + (text.empty() ? "" : ", ") + power(exponent);
    };
    line("");
    line("set terminal dumb noenhanced mono size " + std::to_string(width_) + "," + std::to_string(height));
    line("set lmargin " + std::to_string(margin_));
    line("set rmargin 3");
    line("set tmargin " + std::to_string(head));
    line("set bmargin " + std::to_string(height - below));
    set_axes(panel, scales);
    line("set border 3");
    line("set tics nomirror out scale 1");
    line("unset label");
    if (figure_title > 0) label(plain_text(figure_.title), width_ / 2, 0, "center");
    label(plain_text(panel.title), width_ / 2, figure_title, "center");
    label(with_power(panel.y.label, scales.y.exponent), 1, head - 1, "left");
    label(with_power(panel.x.label, scales.x.exponent), (width_ + margin_) / 2, below + 2, "center");
    for (std::size_t row = 0; row < key.size(); ++row) label(key[row], 1, below + foot + row, "left");
    plot_panel(p);
  }

  std::size_t width_ = 0, margin_ = 0;
  std::vector<Scales> scales_;
};

}  // namespace

std::string gnuplot_script(const Figure& figure, FigureFormat format, const std::string& output_path) {
  check(figure);
  if (format == FigureFormat::text) return Characters(figure).text(output_path);
  return Print(figure, format).text(output_path);
}

}  // namespace invdyn
