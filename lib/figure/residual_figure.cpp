#include "residual_figure.h"

#include <algorithm>
#include <cmath>

#include "../trajectory/quantity.h"
#include "thinning.h"

namespace invdyn {
namespace {

constexpr std::size_t max_columns = 4000;  // of a figure, more than the eye or a page has

// Times like 1700000000.25 would give all labels of an axis the same digits.
bool is_far_from_zero(const std::vector<double>& t) {
  constexpr double far = 100;  // spans
  return t.size() > 1 && std::min(std::abs(t.front()), std::abs(t.back())) > far * (t.back() - t.front());
}

Curve curve_of(const CsvTable& table, const std::string& column, bool from_first_row) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const CsvTable::Column& each) { return each.name == column; });
  Curve curve;
  if (found == table.columns.end()) return curve;
  curve.x = *table.time;
  curve.y = found->values;
  if (from_first_row)
    for (double& x : curve.x) x -= table.time->front();
  return thinned(curve, max_columns);
}

}  // namespace

Figure residual_figure(const std::vector<CsvTable>& tables, const Robot& robot, const std::string& title) {
  const bool from_first_row = std::any_of(
      tables.begin(), tables.end(), [](const CsvTable& table) { return is_far_from_zero(*table.time); });
  Figure figure{.title = title};
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const std::string unit(unit_of(Quantity::tau, joint.is_revolute()));
    Panel torques{.title = joint.name,
                  .x = {.label = from_first_row ? "time since the first row (s)" : "time (s)"},
                  .y = {.label = std::string(joint.is_revolute() ? "torque" : "force") + " (" + unit + ")"}};
    Panel residuals = torques;
    residuals.title.clear();
    residuals.y.label = "residual (" + unit + ")";
    for (std::size_t file = 0; file < tables.size(); ++file) {
      const auto add = [&](Panel& panel, const std::string& quantity, std::size_t colour) {
        Curve curve = curve_of(tables[file], quantity + '_' + joint.name, from_first_row);
        curve.name = tables.size() > 1 ? quantity + ", " + tables[file].file : quantity;
        if (quantity == "tau") curve.name.replace(0, quantity.size(), "computed");
        curve.look = 3 * file + colour;
        curve.colour = colour;
        curve.dash = file;
        panel.curves.push_back(std::move(curve));
      };
      add(torques, "measured", 0);
      add(torques, "tau", 1);
      add(residuals, "residual", 2);
    }
    figure.panels.push_back(std::move(torques));
    figure.panels.push_back(std::move(residuals));
  }
  return figure;
}

}  // namespace invdyn
