#include "log_figures.h"

#include <algorithm>

#include "pictures/figure/gnuplot.h"
#include "run_settings.h"

namespace invdyn {

LogPage log_page(const CLI::App& command, const Terminal& terminal) {
  LogPage page;
  page.program = "invdyn " INVDYN_VERSION;
  page.facts = shown_settings(command);
  page.messages = terminal.notes();
  page.messages.insert(page.messages.end(), terminal.warnings().begin(), terminal.warnings().end());
  return page;
}

namespace {

// Two images of one column each, side by side or, on a narrow screen, one below the other. Panels alternate.
std::vector<std::string> drawn_in_columns(const Figure& figure) {
  std::vector<std::string> images;
  for (std::size_t column = 0; column < std::min<std::size_t>(2, figure.panels.size()); ++column) {
    Figure part;
    for (std::size_t p = column; p < figure.panels.size(); p += 2) part.panels.push_back(figure.panels[p]);
    images.push_back(drawn(part, FigureFormat::svg));
  }
  return images;
}

}  // namespace

void add_log(LogPage& page, const std::string& name, const std::vector<ModelRows>& models,
             const Robot& robot) {
  constexpr std::size_t points_across = 350;  // of half the page
  Figure figure = residual_figure(models, robot, "", points_across);
  for (std::size_t p = 1; p < figure.panels.size(); p += 2)
    figure.panels[p].title = figure.panels[p - 1].title;
  page.logs.emplace_back(name, drawn_in_columns(figure));
}

void add_friction(LogPage& page, const ModelRows& model, const Robot& robot) {
  page.friction = drawn_in_columns(friction_figure(model, robot));
}

}  // namespace invdyn
