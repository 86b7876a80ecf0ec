#include "character_script.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "../base/visible_text.h"
#include "plain_text.h"
#include "script.h"

namespace invdyn {
namespace {

// Panels in characters, one below another: a title, the label of the y axis, the axes, the label of the x
// axis, a key. gnuplot draws each curve with a different character. Each panel is a separate page, so that
// margins are whole rows.
class CharacterScript : public Script {
 public:
  explicit CharacterScript(const Figure& figure) : Script(figure) {
    width_ = std::max(figure.text_width, min_width);
    for (const Panel& panel : figure.panels) {
      scales_.push_back(scales_of(panel, std::max<std::size_t>(3, width_ / 14), 6));
      for (const Tic& tic : scales_.back().y.tics) margin_ = std::max(margin_, length_of(tic.text) + 3);
    }
  }

 private:
  static constexpr std::size_t min_width = 40, axes_height = 16, foot = 3;
  // In the order of gnuplot's line types.
  static constexpr std::string_view line_characters = "*#$%@&=",
                                    symbol_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  Style style_of_curve(const Curve& curve, std::size_t look) const override {
    Style style{" linetype " + std::to_string(look % line_characters.size() + 1), "", ""};
    // If there are more lines than line characters, symbols replace the lines.
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
        line("set label " + gnuplot_string(text) + " at character " + std::to_string(column) + "," +
             std::to_string(height - 1 - row) + " " + how);
    };
    const auto with_power = [](const std::string& text, int exponent) {
      if (exponent == 0) return visible(text);
      return visible(text) + (text.empty() ? "" : ", ") + power(exponent);
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
    if (figure_title > 0) label(visible(figure_.title), width_ / 2, 0, "center");
    label(visible(panel.title), width_ / 2, figure_title, "center");
    label(with_power(panel.y.label, scales.y.exponent), 1, head - 1, "left");
    label(with_power(panel.x.label, scales.x.exponent), (width_ + margin_) / 2, below + 2, "center");
    for (std::size_t row = 0; row < key.size(); ++row) label(key[row], 1, below + foot + row, "left");
    plot_panel(p);
  }

  std::size_t width_ = 0, margin_ = 0;
  std::vector<Scales> scales_;
};

}  // namespace

std::string character_script(const Figure& figure) {
  return CharacterScript(figure).text();
}

}  // namespace invdyn
