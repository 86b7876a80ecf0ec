#include "script.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "../../ground/base/visible_text.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// Okabe & Ito's colours, which colour-blind readers can distinguish, without the yellow, which is too faint
// for a line. Dark colours come first. Dashes differ too, for print in black and white. The lengths of both
// lists have no common factor, so that 56 curves differ.
constexpr std::array colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"};
// For curves whose colour has a meaning, and black too: Tol's wine instead of the black, and his olive for
// the eighth term of a torque.
constexpr std::array meant_colours{"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                   "#882255", "#E69F00", "#56B4E9", "#999933"};
constexpr std::array dashes{
    "solid", "(8,3)", "(2,2.5)", "(8,2.5,2,2.5)", "(16,4)", "(8,2.5,2,2.5,2,2.5)", "(16,3,5,3)", "(3,6)"};
constexpr const char* pale_colour = "#b3bbc7";
constexpr std::array symbols{6, 4, 8, 12, 10, 2, 1, 3};
constexpr std::array level_dashes{"(5,4)", "(1.5,3)", "(10,3,2,3)", "(10,3)"};

bool is_shown(const Curve& curve, std::size_t i, const Panel& panel) {
  return shows(panel.x, curve.x[i]) && shows(panel.y, curve.y[i]);
}

bool has_data(const Panel& panel, std::size_t c) {
  const Curve& curve = panel.curves[c];
  for (std::size_t i = 0; i < curve.x.size(); ++i)
    if (is_shown(curve, i, panel)) return true;
  return false;
}

// A level without a name looks like the previous one.
std::size_t look_of_level(const Panel& panel, std::size_t level) {
  if (panel.levels[level].look) return *panel.levels[level].look;
  std::size_t look = 0;
  for (std::size_t l = 1; l <= level; ++l)
    if (!panel.levels[l].name.empty()) ++look;
  return look;
}

std::string in_colour(const char* colour) {
  return " linecolor rgb '" + std::string(colour) + "'";
}

std::string data_name(std::size_t panel, std::size_t curve) {
  return "$panel" + std::to_string(panel + 1) + "_curve" + std::to_string(curve + 1);
}

}  // namespace

std::string superscript(int value) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = value < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(value))) result += digits[static_cast<std::size_t>(c - '0')];
  return result;
}

std::string printed_tic(std::string text) {
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    const std::string digit = text.substr(0, e);
    text = (digit == "1" ? "" : digit + "×") + "10" + superscript(std::stoi(text.substr(e + 1)));
  }
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

std::string gnuplot_string(std::string_view text) {
  std::string result = "\"";
  bool behind_code = false;  // a digit there would be read as a part of the code
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

bool shows(const Axis& axis, double value) {
  return std::isfinite(value) && (!axis.logarithmic || value > 0);
}

std::size_t look_of(const Panel& panel, std::size_t curve) {
  return panel.curves[curve].look.value_or(curve);
}

Scales scales_of(const Panel& panel, std::size_t max_x_tics, std::size_t max_y_tics) {
  Extent x, y;
  bool runs_along = false;  // whether there is a line with increasing x
  for (const Curve& curve : panel.curves) {
    runs_along = runs_along || (curve.mark == Mark::line && !curve.level && curve.x.size() > 1 &&
                                std::is_sorted(curve.x.begin(), curve.x.end()));
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!is_shown(curve, i, panel)) continue;
      const bool beyond = (panel.x.minimum && curve.x[i] < *panel.x.minimum) ||
                          (panel.x.maximum && curve.x[i] > *panel.x.maximum);
      x.take(curve.x[i], panel.x.logarithmic);
      if (!beyond) y.take(curve.y[i], panel.y.logarithmic);
      if (!beyond && !curve.base.empty()) y.take(curve.base[i], panel.y.logarithmic);
    }
  }
  for (const Level& level : panel.levels) y.take(level.y, panel.y.logarithmic);
  // Lines over time use the full width. Symbols and loops need a margin, or the edge would cut them.
  return {scale_for(x, {.logarithmic = panel.x.logarithmic,
                        .minimum = panel.x.minimum,
                        .maximum = panel.x.maximum,
                        .margin = runs_along ? 0 : 0.03,
                        .max_tics = max_x_tics,
                        .marks_first = true}),
          scale_for(y, {.logarithmic = panel.y.logarithmic,
                        .minimum = panel.y.minimum,
                        .maximum = panel.y.maximum,
                        .margin = 0.05,
                        .max_tics = max_y_tics})};
}

void Script::begin() {
  line("# Drawn by gnuplot 5.4");
  line("reset");
  line("set encoding utf8");
  write_data();
  line("unset key");
  line("set samples 2");  // for the levels
}

void Script::write_data() {
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
          if (!curve.base.empty()) append_shortest(script_ += ' ', curve.base[i]);
          script_ += '\n';
        }
        in_gap = !shown;
      }
      line("END");
    }
}

Script::Style Script::style_of_curve(const Curve& curve, std::size_t look) {
  const char* colour = curve.plain     ? "#000000"
                       : curve.is_pale ? pale_colour
                       : curve.colour  ? meant_colours[*curve.colour % meant_colours.size()]
                                       : colours[look % colours.size()];
  const char* dash = dashes[curve.dash.value_or(curve.plain ? 0 : look) % dashes.size()];
  Style style{in_colour(colour), "", ""};
  if (!curve.base.empty()) {
    const std::string translucent = " rgb '#66" + std::string(colour + 1) + "'";
    style.colour = " linecolor" + translucent;
    style.fill = " fillcolor" + translucent + " fillstyle solid noborder";
    style.line = " linewidth 5 dashtype solid";
    return style;
  }
  if (curve.mark != Mark::points)
    style.line = " linewidth " +
                 std::string(curve.is_pale   ? "3.2"
                             : curve.is_wide ? "1.8"
                                             : "1.2") +
                 " dashtype " + dash;
  if (curve.mark != Mark::line)
    style.symbol = curve.is_pale
                       ? " pointtype 7 pointsize 0.7"
                       : " pointtype " + std::to_string(symbols[look % symbols.size()]) + " pointsize 0.5";
  return style;
}

Script::Style Script::style_of_level(std::size_t level) {
  return {in_colour("#555555"),
          " linewidth 0.7 dashtype " + std::string(level_dashes[level % level_dashes.size()]), ""};
}

std::vector<Script::Entry> Script::entries_of(const Panel& panel) {
  std::vector<Entry> entries;
  const auto add = [&](const std::string& name, const Style& style) {
    Entry entry{visible(name), style};
    if (!name.empty() && std::find(entries.begin(), entries.end(), entry) == entries.end())
      entries.push_back(entry);
  };
  for (std::size_t c = 0; c < panel.curves.size(); ++c) {
    Curve sample;
    sample.mark = panel.curves[c].mark;
    sample.dash = panel.curves[c].dash;
    sample.plain = true;
    add(panel.curves[c].name,
        panel.curves[c].names_dash ? style_of_curve(sample, look_of(panel, c)) : drawn_style(panel, c));
  }
  for (std::size_t l = 0; l < panel.levels.size(); ++l)
    add(panel.levels[l].name, style_of_level(look_of_level(panel, l)));
  return entries;
}

std::optional<std::vector<Script::Entry>> Script::common_entries() const {
  std::vector<Entry> all;
  std::size_t maximum = 0;
  for (const Panel& panel : figure_.panels) {
    const auto entries = entries_of(panel);
    maximum = std::max(maximum, entries.size());
    for (const Entry& entry : entries) {
      bool found = false;
      for (const Entry& other : all) {
        if ((other.name == entry.name) != (other.style == entry.style)) return std::nullopt;
        found = found || other == entry;
      }
      if (!found) all.push_back(entry);
    }
  }
  // A common key is too far from its curves if each panel has only a few of them.
  if (all.size() > maximum + 2) return std::nullopt;
  return all;
}

void Script::set_axes(const Panel& panel, const Scales& scales) {
  line(std::string(panel.x.logarithmic ? "set" : "unset") + " logscale x");
  line(std::string(panel.y.logarithmic ? "set" : "unset") + " logscale y");
  line("set xrange [" + shortest(scales.x.minimum) + ":" + shortest(scales.x.maximum) + "]");
  line("set yrange [" + shortest(scales.y.minimum) + ":" + shortest(scales.y.maximum) + "]");
  line("set xtics " + tics(scales.x));
  line("set ytics " + tics(scales.y));
}

std::string Script::tics(const Scale& scale) {
  std::string result = "(";
  for (const Tic& tic : scale.tics) {
    if (&tic != &scale.tics.front()) result += ", ";
    result += gnuplot_string(printed_tic(tic.text)) + " " + shortest(tic.at);
    if (tic.text.empty()) result += " 1";  // a minor tic
  }
  return result + ")";
}

Script::Style Script::drawn_style(const Panel& panel, std::size_t c) {
  const Curve& curve = panel.curves[c];
  return curve.level ? style_of_level(*curve.level) : style_of_curve(curve, look_of(panel, c));
}

std::string Script::plot_of_curve(std::size_t p, std::size_t c) const {
  const Panel& panel = figure_.panels[p];
  const Curve& curve = panel.curves[c];
  if (!has_data(panel, c)) return "NaN notitle with lines";
  const Style style = drawn_style(panel, c);
  if (!style.fill.empty() && !curve.base.empty())
    return data_name(p, c) + " using 1:2:3 notitle with filledcurves" + style.fill;
  constexpr std::size_t max_symbols = 40;  // along a line
  return data_name(p, c) + " using 1:2 notitle " +
         (style.symbol.empty() ? "with lines" + style.colour + style.line
          : style.line.empty() ? "with points" + style.colour + style.symbol + " linewidth 0.8"
                               : "with linespoints" + style.colour + style.line + style.symbol +
                                     (curve.x.size() > max_symbols ? " pointnumber 12" : ""));
}

void Script::plot_panel(std::size_t p) {
  const Panel& panel = figure_.panels[p];
  std::vector<std::string> plots;
  for (std::size_t l = 0; l < panel.levels.size(); ++l) {
    const Level& level = panel.levels[l];
    if (!std::isfinite(level.y)) continue;
    const Style style = style_of_level(look_of_level(panel, l));
    const std::string colour =
        level.colour ? in_colour(meant_colours[*level.colour % meant_colours.size()]) : style.colour;
    plots.push_back(shortest(level.y) + " notitle with lines" + colour + style.line);
  }
  for (std::size_t c = 0; c < panel.curves.size(); ++c) plots.push_back(plot_of_curve(p, c));
  if (plots.empty()) plots.push_back("NaN notitle");
  std::string command = "plot ";
  for (const std::string& plot : plots) command += (&plot == &plots.front() ? "" : ", \\\n     ") + plot;
  line(command);
}

}  // namespace invdyn
