#include "log_page.h"

namespace invdyn {

void add_figures(ReportPage& page, const LogPage& log_page, const std::string& text,
                 const std::string& model) {
  page.heading("Measured and computed torques");
  page.paragraph(text);
  for (const auto& [name, figures] : log_page.logs) {
    page.subheading(name);
    page.images(figures, "Measured and computed torques of the joints over time, and residuals: " + name);
  }
  page.heading("Friction");
  page.paragraph(
      "Friction and offset over velocity. Measured: the measured torque minus all other torques of " + model +
      '.');
  page.images(log_page.friction, "Friction of the joints over velocity, measured and computed");
}

void add_run(ReportPage& page, const LogPage& log_page, const Robot& robot) {
  page.heading("Settings");
  Table table({{"setting"}, {"value"}});
  for (const auto& [name, value] : log_page.facts) table.add_row({name, value});
  page.table(table);
  if (!log_page.messages.empty()) {
    page.heading("Notes and warnings of the run");
    page.list(log_page.messages);
  }
  page.made_by(robot.source(), log_page.program);
}

}  // namespace invdyn
