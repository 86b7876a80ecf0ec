#include "log_figures.h"

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

void add_log(LogPage& page, const std::string& name, const std::vector<ModelRows>& models,
             const Robot& robot) {
  constexpr std::size_t points_across = 400;  // of half the page
  Figure figure = residual_figure(models, robot, "", points_across);
  figure.columns = 2;
  page.logs.emplace_back(name, drawn(figure, FigureFormat::svg));
}

void add_friction(LogPage& page, const ModelRows& model, const Robot& robot) {
  Figure figure = friction_figure(model, robot);
  figure.columns = 3;
  page.friction = drawn(figure, FigureFormat::svg);
}

}  // namespace invdyn
