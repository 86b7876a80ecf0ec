#include "support/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <pugixml.hpp>
#include <sstream>
#include <stdexcept>

namespace invdyn::test {
namespace {

// One item on the page.
struct Item {
  enum Kind { text, path, symbol, curve } kind;
  std::string words = {};  // text
  Point place = {};        // text, symbol
  std::string anchor = {};
  bool rotated = false;
  double size = 0;  // text
  std::string colour = {}, dashes = {};
  std::vector<std::vector<Point>> pieces = {};  // path
  std::size_t plot = 0;  // number of the curve that the item belongs to: from 1 in each panel; else 0
};

std::string without_blanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

std::string attribute(const pugi::xml_node& element, const char* name) {
  return element.attribute(name).value();
}

// `translate(13.06,139.39) rotate(-90)`
Point translation(const std::string& transform) {
  const std::size_t begin = transform.find("translate(");
  Point place{0, 0};
  if (begin == std::string::npos) return place;
  char comma;
  std::istringstream(transform.substr(begin + std::strlen("translate("))) >> place.x >> comma >> place.y;
  return place;
}

// `M67.28,83.69 L68.08,82.64 ...`
std::vector<std::vector<Point>> pieces_of(const std::string& path) {
  std::vector<std::vector<Point>> pieces;
  std::istringstream words(path);
  for (char letter; words >> letter;) {
    if (letter == 'Z') continue;
    if (letter == 'M')
      pieces.emplace_back();
    else if (letter != 'L')
      words.unget();
    Point point;
    char comma;
    if (pieces.empty() || !(words >> point.x >> comma >> point.y))
      throw std::runtime_error("not a path: " + path.substr(0, 60));
    pieces.back().push_back(point);
  }
  return pieces;
}

class Page {
 public:
  explicit Page(const std::string& svg) {
    pugi::xml_document document;
    if (const auto result = document.load_buffer(svg.data(), svg.size()); !result)
      throw std::runtime_error(std::string("no well-formed SVG: ") + result.description());
    const pugi::xml_node root = document.document_element();
    width = root.attribute("width").as_double();
    height = root.attribute("height").as_double();
    visit(root);
  }

  double width = 0, height = 0;
  std::vector<Item> items;

 private:
  // gnuplot numbers the curves of each panel from 1: gnuplot_plot_1a, gnuplot_plot_2a, then gnuplot_plot_1b.
  static constexpr std::string_view curve_id = "gnuplot_plot_";

  void visit(const pugi::xml_node& element) {
    const std::string tag = element.name();
    if (tag == "defs") return;
    const std::string id = attribute(element, "id");
    if (tag == "g" && id.starts_with(curve_id)) {
      plot_ = static_cast<std::size_t>(std::atoi(id.c_str() + curve_id.size()));
      add({.kind = Item::curve});
    }
    if (tag == "path") add_path(element);
    if (tag == "use") add_symbol(element);
    if (tag == "text") add_text(element);
    for (const pugi::xml_node& child : element.children()) visit(child);
    if (id.starts_with(curve_id)) plot_ = 0;
  }
  void add(Item item) {
    item.plot = plot_;
    items.push_back(std::move(item));
  }
  void add_path(const pugi::xml_node& element) {
    if (attribute(element, "class") == "gridline") return;
    Item item{.kind = Item::path};
    item.colour = without_blanks(attribute(element, "stroke"));
    item.dashes = attribute(element, "stroke-dasharray");
    item.pieces = pieces_of(attribute(element, "d"));
    add(item);
  }
  void add_symbol(const pugi::xml_node& element) {
    Item item{.kind = Item::symbol, .words = attribute(element, "xlink:href")};
    item.place = translation(attribute(element, "transform"));
    item.colour = without_blanks(attribute(element, "color"));
    add(item);
  }
  void add_text(const pugi::xml_node& element) {
    const pugi::xml_node group = element.parent();
    const std::string transform = attribute(group, "transform");
    Item item{.kind = Item::text, .place = translation(transform)};
    for (const pugi::xml_node& part : element.children())
      if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) item.words += part.value();
    if (item.words.empty()) return;
    item.anchor = attribute(group, "text-anchor");
    item.rotated = transform.find("rotate(") != std::string::npos;
    item.size = group.attribute("font-size").as_double();
    add(item);
  }

  std::size_t plot_ = 0;
};

bool replace_first(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return false;
  text.replace(at, from.size(), to);
  return true;
}

// A printed number: `−0.5`, `2×10⁻⁴`, `10³`, `×10⁻⁴`.
std::optional<double> printed_number(std::string text) {
  constexpr std::array superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  bool has_power = replace_first(text, "⁻", "^-");
  for (std::size_t digit = 0; digit < superscripts.size(); ++digit)
    while (replace_first(text, superscripts[digit], (has_power ? "" : "^") + std::to_string(digit)))
      has_power = true;
  while (replace_first(text, "−", "-")) {
  }
  if (has_power) {
    if (!replace_first(text, "×10^", "e") && !replace_first(text, "10^", "1e")) return std::nullopt;
    if (text.starts_with("e")) text = "1" + text;
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return value;
}

// Whether the item is a straight stroke between two points with the given extents.
bool is_stroke(const Item& item, double dx, double dy, double slack) {
  if (item.kind != Item::path || item.pieces.size() != 1 || item.pieces[0].size() != 2) return false;
  const Point a = item.pieces[0][0], b = item.pieces[0][1];
  return std::abs(std::abs(b.x - a.x) - dx) <= slack && std::abs(std::abs(b.y - a.y) - dy) <= slack;
}

// The items of one panel and its axes.
struct Section {
  std::vector<Item> items;
  double left = 0, right = 0, top = 0, bottom = 0;  // the axes, px
};

const std::string level_colour = "rgb(85,85,85)";

// A panel begins after the last curve of the panel before it. Each panel has at least one curve, which may be
// empty.
std::vector<Section> sections_of(const std::vector<Item>& items) {
  std::vector<Section> sections;
  std::vector<Item> before;
  for (const Item& item : items) {
    if (item.plot == 0) {
      before.push_back(item);
      continue;
    }
    if (item.kind == Item::curve && item.plot == 1) sections.emplace_back();
    auto& target = sections.back().items;
    target.insert(target.end(), before.begin(), before.end());
    before.clear();
    target.push_back(item);
  }
  return sections;
}

}  // namespace

double SeenAxis::value_at(double place) const {
  const Tic &a = tics.front(), &b = tics.back();
  const double share = (place - a.place) / (b.place - a.place);
  if (logarithmic) return a.value * std::pow(b.value / a.value, share);
  return a.value + share * (b.value - a.value);
}

double SeenAxis::per_pixel(double place) const {
  return std::abs(value_at(place + 0.5) - value_at(place - 0.5));
}

std::vector<Point> SeenCurve::points() const {
  std::vector<Point> all;
  for (const auto& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

std::optional<double> SeenCurve::at(double x) const {
  for (const auto& piece : pieces)
    for (std::size_t i = 0; i + 1 < piece.size(); ++i) {
      const Point a = piece[i], b = piece[i + 1];
      if (x < std::min(a.x, b.x) || x > std::max(a.x, b.x)) continue;
      return a.x == b.x ? a.y : a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
    }
  return std::nullopt;
}

const SeenCurve& SeenPanel::curve(const std::string& name) const {
  std::string names;
  for (const SeenCurve& one : curves) {
    if (one.name == name) return one;
    names += " \"" + one.name + "\"";
  }
  throw std::out_of_range("no curve \"" + name + "\" among" + names);
}

bool SeenFigure::shows(const std::string& text) const {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

namespace {

// The axes' lines: down the left, along the bottom.
void find_axes(Section& section) {
  bool found = false;
  for (const Item& item : section.items) {
    if (item.kind != Item::path || item.plot != 0 || item.pieces.empty() || item.pieces[0].size() != 3)
      continue;
    const auto& corners = item.pieces[0];
    section.left = corners[0].x;
    section.top = corners[0].y;
    section.bottom = corners[2].y;
    section.right = corners[2].x;
    found = true;
  }
  if (!found) throw std::runtime_error("a panel has no axes");
}

// A mark on an axis is a short stroke outwards. Its text is drawn next.
void read_tics(const Section& section, SeenPanel& panel) {
  for (std::size_t i = 0; i + 1 < section.items.size(); ++i) {
    const Item &stroke = section.items[i], &text = section.items[i + 1];
    if (text.kind != Item::text || text.words.empty()) continue;
    constexpr double length = 4.5;
    const bool on_y = is_stroke(stroke, length, 0, 2), on_x = is_stroke(stroke, 0, length, 2);
    if (!on_x && !on_y) continue;
    const auto value = printed_number(text.words);
    if (!value) throw std::runtime_error("a mark without a number: " + text.words);
    const Point at = stroke.pieces[0][0];
    if (on_y)
      panel.y.tics.push_back({at.y, *value});
    else
      panel.x.tics.push_back({at.x, *value});
  }
}

// Whether the marks between the ends are at logarithmic places rather than at even ones.
void judge_kind(SeenAxis& axis) {
  if (axis.tics.size() < 3 || axis.tics.front().value <= 0 || axis.tics.back().value <= 0) return;
  const auto largest_error = [&] {
    double error = 0;
    for (const SeenAxis::Tic& tic : axis.tics)
      error = std::max(error, std::abs(axis.value_at(tic.place) / tic.value - 1));
    return error;
  };
  const double even = largest_error();
  axis.logarithmic = true;
  axis.logarithmic = largest_error() < even;
}

void scale_tics(SeenAxis& axis, const std::string& power) {
  for (SeenAxis::Tic& tic : axis.tics) tic.value *= printed_number(power).value();
}

// Texts around the axes; their position gives their role.
void read_labels(const Section& section, SeenPanel& panel, std::string& title) {
  std::vector<Item> lateral;
  double usual_size = 0;  // size of the first text, which is a mark's
  for (const Item& item : section.items) {
    if (item.kind == Item::text && usual_size == 0) usual_size = item.size;
    if (item.kind != Item::text) continue;
    const bool above = item.place.y<section.top, below = item.place.y> section.bottom + 20;
    if (item.words.starts_with("×"))
      scale_tics(above ? panel.y : panel.x, item.words);
    else if (item.rotated)
      lateral.push_back(item);
    else if (item.size > usual_size)
      title = item.words;
    else if (item.anchor == "middle" && above)
      panel.title = item.words;
    else if (item.anchor == "middle" && below)
      panel.x.label = item.words;
  }
  std::sort(lateral.begin(), lateral.end(),
            [](const Item& a, const Item& b) { return a.place.x < b.place.x; });
  for (const Item& line : lateral) panel.y.label += (panel.y.label.empty() ? "" : " ") + line.words;
}

// A sample in a key, and the name next to it.
struct Entry {
  std::string name, colour = {}, dashes = {}, symbol = {};
  Point place = {};
};

// The sample of a name is left of it.
std::vector<Entry> read_key(const Section& section) {
  std::vector<Entry> key;
  for (const Item& text : section.items) {
    if (text.kind != Item::text || text.anchor != "start" || text.place.y < section.bottom) continue;
    Entry entry{.name = text.words};
    entry.place = text.place;
    for (const Item& item : section.items) {
      const bool line = is_stroke(item, 32, 0, 3);
      if (item.plot != 0 || (!line && item.kind != Item::symbol)) continue;
      const Point end = line ? item.pieces[0][1] : item.place;
      if (text.place.x - end.x < 0 || text.place.x - end.x > 40 || std::abs(text.place.y - end.y) > 7)
        continue;
      entry.colour = item.colour;
      (line ? entry.dashes : entry.symbol) =
          line ? (item.dashes.empty() ? "solid" : item.dashes) : item.words;
    }
    key.push_back(entry);
  }
  return key;
}

std::string name_by(const std::vector<Entry>& key, const SeenCurve& curve, const std::string& symbol) {
  const std::string dashes = curve.pieces.empty() ? "" : curve.dashes.empty() ? "solid" : curve.dashes;
  for (const Entry& entry : key)
    if (entry.colour == curve.colour && entry.dashes == dashes && entry.symbol == symbol) return entry.name;
  for (const Entry& entry : key)  // a black sample is for the dashes alone
    if (entry.colour == "rgb(0,0,0)" && entry.dashes == dashes && entry.symbol == symbol) return entry.name;
  return "";
}

// A level is grey, or has a joint's colour and the dashes of a grey entry of the key.
bool is_level(const std::vector<Entry>& key, const SeenCurve& curve) {
  if (curve.colour == level_colour) return true;
  return std::any_of(key.begin(), key.end(), [&](const Entry& entry) {
    return entry.colour == level_colour && entry.dashes == curve.dashes;
  });
}

void read_curves(const Section& section, const std::vector<Entry>& key, SeenPanel& panel) {
  const auto in_units = [&](Point place) {
    return Point{panel.x.value_at(place.x), panel.y.value_at(place.y)};
  };
  std::string symbol;
  SeenCurve curve;
  const auto end = [&] {
    curve.name = name_by(key, curve, symbol);
    if (!curve.pieces.empty() || !curve.symbols.empty())
      (is_level(key, curve) ? panel.levels : panel.curves).push_back(curve);
    curve = {};
    symbol.clear();
  };
  for (const Item& item : section.items) {
    if (item.plot == 0) continue;
    if (item.kind == Item::curve) {
      end();
      continue;
    }
    curve.colour = item.colour;
    if (item.kind == Item::symbol) {
      symbol = item.words;
      curve.symbols.push_back(in_units(item.place));
      continue;
    }
    curve.dashes = item.dashes;
    for (const auto& piece : item.pieces) {
      auto& target = curve.pieces.emplace_back();
      for (const Point& place : piece) target.push_back(in_units(place));
    }
  }
  end();
}

}  // namespace

SeenFigure seen(const std::string& svg) {
  const Page page(svg);
  SeenFigure figure;
  figure.width = page.width;
  figure.height = page.height;
  for (const Item& item : page.items)
    if (item.kind == Item::text) figure.texts.push_back(item.words);
  std::vector<Section> sections = sections_of(page.items);
  std::vector<std::vector<Entry>> keys;
  for (Section& section : sections) {
    find_axes(section);
    keys.push_back(read_key(section));
    for (const Entry& entry : keys.back()) {
      figure.key.push_back(entry.name);
      figure.key_places.push_back(entry.place);
    }
  }
  for (std::size_t p = 0; p < sections.size(); ++p) {
    SeenPanel panel;
    panel.left = sections[p].left;
    panel.right = sections[p].right;
    panel.top = sections[p].top;
    panel.bottom = sections[p].bottom;
    read_tics(sections[p], panel);
    for (SeenAxis* axis : {&panel.x, &panel.y}) {
      if (axis->tics.size() < 2) throw std::runtime_error("an axis has fewer than two marks");
      judge_kind(*axis);
    }
    read_labels(sections[p], panel, figure.title);
    // A panel without its own key shares the last one.
    read_curves(sections[p], keys[p].empty() ? keys.back() : keys[p], panel);
    figure.panels.push_back(panel);
  }
  return figure;
}

}  // namespace invdyn::test
