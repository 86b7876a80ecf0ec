#include "gnuplot_script.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/visible_text.h"
#include "../../ground/text/number.h"
#include "plain_text.h"
#include "script.h"

namespace invdyn {
namespace {

// Lengths and font sizes in points of 1/72 inch.
constexpr double type_size = 8;
constexpr double em = type_size;
constexpr double points_per_pixel = 0.75;  // of SVG, 96 to the inch
constexpr double png_pixels_per_point = 300 / 72.0;
constexpr double narrow_page = 312;  // 110 mm, for one column of panels; still legible at 85 mm
constexpr double wide_page = 482;    // 170 mm
constexpr double title_size = 1.2;   // font size divided by the usual one
constexpr double min_panel = 160;    // including its labels

// Panels as in a printed journal. Positions are measured from the page's upper left corner.
class PrintScript : public Script {
 public:
  PrintScript(const Figure& figure, FigureFormat format) : Script(figure), format_(format) {
    columns_ = std::clamp<std::size_t>(figure.columns, 1, figure.panels.size());
    rows_ = (figure.panels.size() + columns_ - 1) / columns_;
    width_ = columns_ == 1 ? narrow_page : std::max(wide_page, static_cast<double>(columns_) * min_panel);
    lay_out();
  }

  std::string text() {
    begin();
    line(terminal());
    line("set multiplot");
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) draw_panel(p);
    line("unset multiplot");
    return take();
  }

 private:
  // The position of a panel's axes on the page.
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

  // The space above and below the axes of a row.
  double head() const {
    double height = 0.7 * em;
    for (const Panel& panel : figure_.panels)
      if (!panel.title.empty()) height = std::max(height, 1.7 * em);
    for (const Scales& scales : scales_)
      if (scales.y.exponent != 0) return height + 1.2 * em;
    return height;
  }
  static constexpr double foot = 4.2 * em;

  // A key: rows of entries, each a sample and a name.
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
    const std::string text = visible(label);
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
    const auto x_tics = static_cast<std::size_t>(std::clamp(axes_width / (4.5 * em), 4.0, 8.0));
    const auto y_tics = static_cast<std::size_t>(std::clamp(axes_height_ / (2 * em), 5.0, 8.0));
    for (const Panel& panel : figure_.panels) scales_.push_back(scales_of(panel, x_tics, y_tics));

    common_ = common_entries();
    std::vector<Column> columns(columns_);
    for (std::size_t p = 0; p < figure_.panels.size(); ++p) {
      Column& column = columns[p % columns_];
      for (const Tic& tic : scales_[p].y.tics)
        column.tic_texts = std::max(column.tic_texts, width_of(printed_tic(tic.text)) * em);
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

  // Omits the key of a single curve if the panel's title is its name.
  std::vector<Entry> key_of(std::size_t p) const {
    auto entries = entries_of(figure_.panels[p]);
    if (entries.size() == 1 && entries.front().name == visible(figure_.panels[p].title)) entries.clear();
    return entries;
  }

  // The viewer's sans-serif font, `times` as large as usual.
  std::string type(double times) const {
    const bool svg = format_ == FigureFormat::svg;
    return std::string(svg ? "'sans-serif," : "'Sans,") +
           shortest(times * type_size / (svg ? points_per_pixel : 1)) + "'";
  }

  std::string terminal() const {
    const auto size = [&](double scale) {
      return shortest(std::round(width_ * scale)) + "," + shortest(std::round(height_ * scale));
    };
    switch (format_) {
      case FigureFormat::svg:
        return "set terminal svg noenhanced size " + size(1 / points_per_pixel) + " font " + type(1) +
               " linewidth " + shortest(1 / points_per_pixel) + " background '#ffffff'";
      case FigureFormat::png:
        return "set terminal pngcairo noenhanced size " + size(png_pixels_per_point) + " font " + type(1) +
               " fontscale " + shortest(png_pixels_per_point * points_per_pixel) + " linewidth " +
               shortest(png_pixels_per_point) + " pointscale " + shortest(png_pixels_per_point) +
               " dashlength 1.7" + " background '#ffffff'";
      default:
        return "set terminal pdfcairo noenhanced size " + shortest(width_ / 72) + "in," +
               shortest(height_ / 72) + "in font " + type(1) +
               " fontscale 0.75 linewidth 2 dashlength 1.4 background '#ffffff'";
    }
  }

  std::string across(double x) const { return "screen " + shortest(x / width_); }
  std::string up(double y) const { return "screen " + shortest(1 - y / height_); }

  void label(const std::string& text, double x, double y, const std::string& how) {
    if (!text.empty())
      line("set label " + gnuplot_string(text) + " at " + across(x) + "," + up(y) + " " + how +
           " textcolor rgb '#000000'");
  }

  void set_margins(double left, double right, double top, double bottom) {
    line("set lmargin at " + across(left));
    line("set rmargin at " + across(right));
    line("set tmargin at " + up(top));
    line("set bmargin at " + up(bottom));
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
    line("set clip two");  // lines whose ends are both outside of the axes
    line("set border 3 linewidth 0.5 linecolor rgb '#000000'");
    line("set tics nomirror out scale 0.5,0.3 textcolor rgb '#000000'");
    line("set xtics offset 0," + std::string(format_ == FigureFormat::svg ? "0.6" : "0.25"));
    line("set ytics offset 0.4,0");
    line("set grid xtics ytics back linetype 1 linecolor rgb '#E4E4E4' linewidth 0.4");
    line("set xzeroaxis linetype 1 linecolor rgb '#888888' linewidth 0.5");
    line("unset arrow");
    line("unset label");
    line("unset object");
    draw_bands(panel, scales);
    if (p == 0)
      label(shortened(visible(figure_.title), width_ / (em * title_size)), 0.5 * width_, 1.1 * em,
            "center font " + type(title_size));

    const double title_at = place.top - (scales.y.exponent != 0 ? 2.0 : 0.9) * em;
    label(shortened(visible(panel.title), width / em), middle, title_at, "center");
    if (scales.y.exponent != 0)
      label("×10" + superscript(scales.y.exponent), place.left, place.top - 0.8 * em, "left");
    if (scales.x.exponent != 0)
      label("×10" + superscript(scales.x.exponent), place.right + em, place.bottom + 2.7 * em, "right");
    label(shortened(visible(panel.x.label), width / em), middle, place.bottom + 2.7 * em, "center");
    const auto lines =
        panel.y.label.empty() ? std::vector<std::string>() : label_lines(panel.y.label, axes_height_);
    const double column_left = static_cast<double>(p % columns_) * column_width();
    for (std::size_t i = 0; i < lines.size(); ++i)
      label(lines[i], column_left + (0.9 + 1.2 * static_cast<double>(i)) * em,
            0.5 * (place.top + place.bottom), "center rotate by 90");
    draw_key(p);
    plot_panel(p);
  }

  void draw_bands(const Panel& panel, const Scales& scales) {
    for (const Band& band : panel.bands) {
      const double from = std::clamp(band.from, scales.y.minimum, scales.y.maximum);
      line("set object rectangle from graph 0, first " + shortest(from) + " to graph 1, graph " +
           (band.is_above ? "1" : "0") + " behind fillcolor rgb '#F6E3DC' fillstyle solid noborder");
    }
  }

  // The panel's key, or after the last panel the common key. Samples are arrows without heads and points of
  // labels, because gnuplot's own key would not keep its size.
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
      // gnuplot's SVG would continue the path of a sample in the same colour, with the same dashes.
      if (!style.line.empty() && i > 0 && style.colour == entries[i - 1].style.colour)
        line("set arrow from " + across(left) + "," + up(y) + " to " + across(left) + "," + up(y) +
             " nohead linecolor rgb '#FFFFFF'");
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

  FigureFormat format_;
  std::size_t columns_ = 1, rows_ = 1;
  double width_ = 0, height_ = 0, axes_height_ = 0;
  std::vector<Scales> scales_;
  std::vector<Place> places_;  // of each panel
  std::optional<std::vector<Entry>> common_;
};

}  // namespace

std::string gnuplot_script(const Figure& figure, FigureFormat format) {
  expect_drawable(figure);
  if (format == FigureFormat::text)
    throw UsageError("`format`", "is txt, but gnuplot does not draw text: expected svg, png or pdf");
  return PrintScript(figure, format).text();
}

}  // namespace invdyn
