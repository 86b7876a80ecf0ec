#include "phase_panels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Series = MotionColumns::Series;

struct Phase {
  Series torque, velocity;
  std::optional<Series> acceleration;
};

// The values at the joint in SI units.
std::vector<double> si_values(const MotionColumns& columns, const Series& series) {
  std::vector<double> values = columns.values(series);
  for (double& value : values) value /= columns.per_si_unit(series.axis, series.kind);
  return values;
}

// A limit of the torque's magnitude over the speed's, up to the speed `end`, for both directions and signs.
Curve limit_curve(const SpeedTorqueCurve& torque, double end) {
  Curve curve;
  const auto add = [&](double x, double y) {
    curve.x.push_back(x);
    curve.y.push_back(y);
  };
  std::vector<double> speeds;
  for (const SpeedTorqueCurve::Piece& piece : torque.pieces())
    if (piece.from < end) speeds.push_back(piece.from);
  speeds.push_back(end);
  for (const double sign : {1.0, -1.0}) {
    for (auto speed = speeds.rbegin(); speed != speeds.rend(); ++speed)
      add(-*speed, sign * torque.at(*speed));
    for (const double speed : speeds) add(speed, sign * torque.at(speed));
    if (sign > 0) add(0, std::numeric_limits<double>::quiet_NaN());
  }
  return curve;
}

Curve speed_limit(double speed, double half_height) {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  Curve curve;
  curve.x = {speed, speed, gap, -speed, -speed};
  curve.y = {half_height, -half_height, gap, half_height, -half_height};
  return curve;
}

class PhasePanels {
 public:
  PhasePanels(const MotionColumns& columns, const MotionFigureSettings& settings, MotionCurves& curves,
              PanelLimits& limits)
      : columns_(columns), settings_(settings), curves_(curves), limits_(limits) {}

  std::vector<Panel> panels(const Warn& note) {
    find_phases(note);
    bool any_limits = false;
    std::size_t maximum = 0;
    for (const auto& [kind, phases] : groups_) {
      maximum = std::max(maximum, phases.size());
      for (const Phase& phase : phases) any_limits = has_limits(phase) || any_limits;
    }
    const bool by_joint = settings_.split == Split::by_joint ||
                          (settings_.split == Split::automatic && (maximum > max_curves || any_limits));
    std::vector<Panel> panels = by_joint ? joint_panels() : shared_panels();
    if (!without_acceleration_.empty())
      note("columns ddq_<joint> are missing, so the motors' curves are not drawn for: " +
           joined(without_acceleration_));
    return panels;
  }

 private:
  std::vector<Panel> shared_panels() {
    std::vector<Panel> panels;
    for (const auto& [kind, phases] : groups_) panels.push_back(shared_panel(kind, phases));
    return panels;
  }

  std::vector<Panel> joint_panels() {
    std::map<std::size_t, std::vector<Phase>> joints;  // in their order
    for (const auto& [kind, phases] : groups_)
      for (const Phase& phase : phases) joints[columns_.number_of(phase.torque.joint)].push_back(phase);
    std::vector<Panel> panels;
    for (const auto& [number, phases] : joints) panels.push_back(panel_of_joint(phases));
    return panels;
  }

  void find_phases(const Warn& note) {
    std::set<const CsvTable::Column*> used;
    const auto& series = columns_.series();
    for (const Series& tau : series) {
      if (tau.quantity != "tau") continue;
      const auto of_same = [&](AxisQuantity axis) {
        return std::find_if(series.begin(), series.end(), [&](const Series& each) {
          return each.axis == axis && each.table == tau.table && each.joint == tau.joint;
        });
      };
      const auto dq = of_same(AxisQuantity::velocity), ddq = of_same(AxisQuantity::acceleration);
      if (dq == series.end()) continue;
      Phase phase{tau, *dq, std::nullopt};
      used.insert({tau.column, dq->column});
      if (settings_.motors && ddq != series.end()) {
        phase.acceleration = *ddq;
        used.insert(ddq->column);
      }
      groups_[tau.kind].push_back(phase);
    }
    if (groups_.empty())
      throw UsageError(
          "`phase`",
          "draws tau_<joint> over dq_<joint>, but no joint has both columns: expected both (invdyn "
          "torque `columns` dq,tau writes them)");
    std::vector<std::string> unused;
    for (const Series& each : series)
      if (!used.contains(each.column)) add_once(unused, each.column->name);
    if (!unused.empty()) note("columns not drawn: " + joined(unused));
  }

  bool has_limits(const Phase& phase) {
    const JointRating* const rating = limits_.rating(phase.torque.joint);
    if (rating && rating->motor) return true;
    const bool of_torque = limits_.has_any({phase.torque}), of_velocity = limits_.has_any({phase.velocity});
    return of_torque || of_velocity;
  }

  Panel empty_panel(JointKind kind, const std::string& title) const {
    Panel panel;
    panel.title = title;
    panel.x.label = columns_.label(AxisQuantity::velocity, kind);
    panel.y.label = columns_.label(AxisQuantity::torque, kind);
    return panel;
  }

  Curve at_joint(const Phase& phase) const {
    Curve curve;
    curve.x = columns_.values(phase.velocity);
    curve.y = columns_.values(phase.torque);
    return curve;
  }

  Panel shared_panel(JointKind kind, const std::vector<Phase>& phases) {
    Panel panel = empty_panel(kind, "");
    for (const Phase& phase : phases) curves_.add(panel, at_joint(phase), phase.torque, Distinct::joints);
    return panel;
  }

  Panel panel_of_joint(const std::vector<Phase>& phases) {
    const Series& torque = phases.front().torque;
    const JointRating* const rating = limits_.rating(torque.joint);
    const bool complete = std::all_of(phases.begin(), phases.end(),
                                      [](const Phase& phase) { return phase.acceleration.has_value(); });
    if (rating && rating->motor && !complete) add_once(without_acceleration_, torque.joint);
    if (rating && rating->motor && complete) return panel_of_motor(*rating, phases);
    Panel panel = empty_panel(torque.kind, torque.joint);
    std::vector<Series> torques;
    for (const Phase& phase : phases) {
      curves_.add(panel, at_joint(phase), phase.torque, Distinct::nothing);
      torques.push_back(phase.torque);
    }
    if (rating) add_joint_limits(panel, *rating, torques);
    return panel;
  }

  // The joint's torque without the rotor and the friction of the robot's own motor is the load, which the
  // motor of the table drives.
  Curve at_motor(const JointRating& rating, const Phase& phase) const {
    const Robot& robot = *settings_.robot;
    std::size_t joint = 0;
    while (robot.moving_joint(joint).name != rating.name) ++joint;
    const MotorShaft own(robot.moving_joint(joint).drive, {});
    const std::vector<double> dq = si_values(columns_, phase.velocity),
                              ddq = si_values(columns_, *phase.acceleration),
                              tau = si_values(columns_, phase.torque);
    Curve curve;
    for (std::size_t i = 0; i < tau.size(); ++i) {
      const double load = tau[i] - own.own(dq[i], ddq[i]).at(1);
      const double at_joint = load + rating.shaft.own(dq[i], ddq[i]).at(1);
      curve.x.push_back(rating.shaft.ratio() * dq[i]);
      curve.y.push_back(rating.shaft.torque(dq[i], ddq[i], at_joint));
    }
    return curve;
  }

  Panel panel_of_motor(const JointRating& rating, const std::vector<Phase>& phases) {
    Panel panel;
    panel.title = rating.name;
    panel.x.label = columns_.label(AxisQuantity::motor_speed, JointKind::revolute);
    panel.y.label = columns_.label(AxisQuantity::motor_torque, JointKind::revolute);
    for (const Phase& phase : phases)
      curves_.add(panel, at_motor(rating, phase), phase.torque, Distinct::nothing);
    const SpeedTorqueLimits limits = speed_torque_limits(rating);
    double speed = 0, torque = 0;
    for (const Curve& curve : panel.curves)
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        speed = std::max(speed, std::abs(curve.x[i]));
        torque = std::max(torque, std::abs(curve.y[i]));
      }
    const double end = limits.top_speed.value_or(speed > 0 ? speed : 1);
    std::set<LimitLook> named;
    const auto add = [&](Curve curve, LimitLook look) {
      if (named.insert(look).second) curve.name = name_of(look);
      curve.level = static_cast<std::size_t>(look);
      panel.curves.push_back(std::move(curve));
    };
    for (const SpeedTorqueCurve& curve : limits.peak) add(limit_curve(curve, end), LimitLook::peak_torque);
    for (const SpeedTorqueCurve& curve : limits.continuous)
      add(limit_curve(curve, end), LimitLook::continuous_torque);
    if (limits.top_speed)
      add(speed_limit(*limits.top_speed, limits.peak_torque.value_or(torque)), LimitLook::motor_speed);
    return panel;
  }

  void add_joint_limits(Panel& panel, const JointRating& rating, const std::vector<Series>& torques) {
    const JointKind kind = torques.front().kind;
    double low_speed = 0, high_speed = 0, torque = 0;
    for (const Curve& curve : panel.curves)
      for (std::size_t i = 0; i < curve.x.size(); ++i) {
        low_speed = std::min(low_speed, curve.x[i]);
        high_speed = std::max(high_speed, curve.x[i]);
        torque = std::max(torque, std::abs(curve.y[i]));
      }
    limits_.add(panel, torques);
    for (const Level& level : panel.levels)
      if (std::isfinite(level.y)) torque = std::max(torque, std::abs(level.y));
    if (!rating.limits.velocity) return;
    const double speed = *rating.limits.velocity * columns_.per_si_unit(AxisQuantity::velocity, kind);
    std::vector<double> sides;
    for (const bool is_upper : {true, false}) {
      const double side = is_upper ? speed : -speed;
      if (limits_.is_approached(is_upper, low_speed, high_speed) &&
          limits_.is_near(side, low_speed, high_speed))
        sides.push_back(side);
    }
    if (sides.empty()) {
      limits_.leave_out("velocity", rating.name);
      return;
    }
    const std::string name = name_of(LimitLook::joint);
    const auto has_limit = [&](const Level& level) { return level.name == name; };
    const bool is_named = std::any_of(panel.levels.begin(), panel.levels.end(), has_limit);
    Curve curve;
    for (const double side : sides)
      for (const double y : {torque, -torque, std::numeric_limits<double>::quiet_NaN()}) {
        curve.x.push_back(side);
        curve.y.push_back(y);
      }
    curve.name = is_named ? "" : name;
    curve.level = static_cast<std::size_t>(LimitLook::joint);
    panel.curves.push_back(std::move(curve));
  }

  const MotionColumns& columns_;
  const MotionFigureSettings& settings_;
  MotionCurves& curves_;
  PanelLimits& limits_;
  std::map<JointKind, std::vector<Phase>> groups_;
  std::vector<std::string> without_acceleration_;
};

}  // namespace

std::vector<Panel> phase_panels(const MotionColumns& columns, const MotionFigureSettings& settings,
                                MotionCurves& curves, PanelLimits& limits, const Warn& note) {
  return PhasePanels(columns, settings, curves, limits).panels(note);
}

std::vector<std::string> joints_of(const std::vector<MotionColumns::Series>& all) {
  std::vector<std::string> joints;
  for (const Series& series : all)
    if (is_of_joint(series.axis)) add_once(joints, series.joint);
  return joints;
}

}  // namespace invdyn
