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

std::vector<double> values_of(const CsvTable& table, const std::string& column) {
  for (const CsvTable::Column& each : table.columns)
    if (each.name == column) return each.values;
  return {};
}

// Values that are rounding of torques of this size become 0.
void flatten(std::vector<double>& values, double largest) {
  constexpr double rounding = 1e-9;
  for (double& value : values)
    if (std::abs(value) < rounding * largest) value = 0;
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

Curve curve_of(const CsvTable& table, const std::string& column, double largest, bool from_first_row,
               std::size_t points_across) {
  Curve curve;
  curve.y = values_of(table, column);
  flatten(curve.y, largest);
  if (curve.y.empty()) return curve;
  curve.x = *table.time;
  if (from_first_row)
    for (double& x : curve.x) x -= table.time->front();
  return thinned(curve, points_across);
}

}  // namespace

OutputColumns residual_columns(const Robot& robot, const DerivedColumns& derived) {
  OutputColumns columns(moving_joint_names(robot), {Quantity::dq, Quantity::tau});
  for (const Derived each : drawn_terms)
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
        Curve curve =
            curve_of(table, quantity + '_' + joint.name,
                     largest_of(values_of(table, "measured_" + joint.name)), from_first_row, points_across);
        curve.name = logs.size() > 1 ? name + ", " + logs[log].file : name;
        curve.look = looks * log + colour;
        curve.colour = colour;
        curve.dash = log;
        curve.is_pale = quantity == "measured";
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

namespace {

// Friction over velocity at some rows of a log: of the model, and with the residual added. The model's is a
// line in the order of the velocity, broken at rest, if the velocity alone decides.
void add_friction(const CsvTable& table, const Joint& joint, Panel& panel) {
  constexpr std::size_t max_points = 250;
  const auto values = [&](const char* quantity) { return values_of(table, quantity + ('_' + joint.name)); };
  const std::vector<double> dq = values("dq"), residual = values("residual"), viscous = values("viscous"),
                            coulomb = values("coulomb"), offset = values("offset");
  std::vector<double> friction(dq.size()), left(dq.size());
  for (std::size_t i = 0; i < dq.size(); ++i) friction[i] = viscous[i] + coulomb[i] + offset[i];
  for (std::size_t i = 0; i < dq.size(); ++i) left[i] = friction[i] + residual[i];
  const double largest = largest_of(values("measured"));
  flatten(friction, largest), flatten(left, largest);
  Curve &measured = panel.curves[0], &model = panel.curves[1];
  const std::size_t step = std::max<std::size_t>(1, dq.size() / max_points);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < dq.size(); i += step) rows.push_back(i);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) { return dq[a] < dq[b]; });
  for (const std::size_t i : rows) {
    measured.x.push_back(dq[i]);
    measured.y.push_back(left[i]);
    if (!model.x.empty() && model.x.back() <= 0 && dq[i] > 0) {
      model.x.push_back(dq[i]);
      model.y.push_back(NAN);
    }
    model.x.push_back(dq[i]);
    model.y.push_back(friction[i]);
  }
  if (!model.x.empty()) {  // the next log begins a line of its own
    model.x.push_back(model.x.back());
    model.y.push_back(NAN);
  }
}

}  // namespace

Figure friction_figure(const ModelRows& model, const Robot& robot) {
  Figure figure;
  const bool are_coupled = robot.has_coupled_drives();  // then friction is of other speeds too
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const auto unit = [&](Quantity quantity) { return std::string(unit_of(quantity, joint.is_revolute())); };
    Panel panel{.title = joint.name,
                .x = {.label = "velocity (" + unit(Quantity::dq) + ")"},
                .y = {.label = "friction (" + unit(Quantity::tau) + ")"}};
    panel.curves.push_back({.name = "measured", .mark = Mark::points, .look = 0, .is_pale = true});
    panel.curves.push_back({.name = model.name,
                            .mark = joint.drive.load == 0 && !are_coupled ? Mark::line : Mark::points,
                            .look = 6,
                            .colour = 2,
                            .dash = 0});
    for (const CsvTable& log : model.logs) add_friction(log, joint, panel);
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace invdyn
