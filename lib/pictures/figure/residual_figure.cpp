#include "residual_figure.h"

#include <algorithm>
#include <cmath>

#include "../../robot/model/names.h"
#include "../../trajectory/data/quantity.h"
#include "thinning.h"

namespace invdyn {
namespace {

// Times like 1700000000.25 would give all labels of an axis the same digits.
bool is_far_from_zero(const std::vector<double>& t) {
  constexpr double far = 100;  // spans
  return t.size() > 1 && std::min(std::abs(t.front()), std::abs(t.back())) > far * (t.back() - t.front());
}

Curve curve_of(const CsvTable& table, const std::string& column, bool from_first_row,
               std::size_t points_across) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const CsvTable::Column& each) { return each.name == column; });
  Curve curve;
  if (found == table.columns.end()) return curve;
  curve.x = *table.time;
  curve.y = found->values;
  if (from_first_row)
    for (double& x : curve.x) x -= table.time->front();
  return thinned(curve, points_across);
}

}  // namespace

OutputColumns residual_columns(const Robot& robot, const DerivedColumns& derived) {
  OutputColumns columns(moving_joint_names(robot), {Quantity::tau});
  for (const Derived each : {Derived::measured, Derived::residual})
    for (const std::string& name : derived.names(each)) columns.add_derived(name);
  return columns;
}

Figure residual_figure(const std::vector<ModelRows>& models, const Robot& robot, const std::string& title,
                       std::size_t points_across) {
  const std::vector<CsvTable>& logs = models.front().logs;
  const bool from_first_row = std::any_of(
      logs.begin(), logs.end(), [](const CsvTable& table) { return is_far_from_zero(*table.time); });
  const std::size_t looks = models.size() + 2;  // of a log: measured, the models, a lone residual
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
    for (std::size_t log = 0; log < logs.size(); ++log) {
      const auto add = [&](Panel& panel, const CsvTable& table, const std::string& quantity,
                           const std::string& name, std::size_t colour) {
        Curve curve = curve_of(table, quantity + '_' + joint.name, from_first_row, points_across);
        curve.name = logs.size() > 1 ? name + ", " + logs[log].file : name;
        curve.look = looks * log + colour;
        curve.colour = colour;
        curve.dash = log;
        panel.curves.push_back(std::move(curve));
      };
      add(torques, logs[log], "measured", "measured", 0);
      for (std::size_t m = 0; m < models.size(); ++m) {
        add(torques, models[m].logs[log], "tau", models[m].name, m + 1);
        if (models.size() > 1) add(residuals, models[m].logs[log], "residual", models[m].name, m + 1);
      }
      if (models.size() == 1) add(residuals, logs[log], "residual", "residual", 2);
    }
    figure.panels.push_back(std::move(torques));
    figure.panels.push_back(std::move(residuals));
  }
  return figure;
}

}  // namespace invdyn
