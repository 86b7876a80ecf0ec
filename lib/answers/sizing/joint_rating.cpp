#include "joint_rating.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../trajectory/data/position_limits.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {
namespace {

Demand position_demand(const Limits& limits, double q) {
  Demand demand{.value = q};
  const double infinite = std::numeric_limits<double>::infinity();
  const double above = limits.lower ? q - *limits.lower : infinite;
  const double below = limits.upper ? *limits.upper - q : infinite;
  demand.limit = above < below ? *limits.lower : *limits.upper;
  demand.margin = std::min(above, below);
  if (std::abs(demand.margin) < limit_tolerance) demand.margin = 0;
  demand.broken = !(demand.margin >= 0);
  demand.is_share = limits.lower && limits.upper && *limits.lower < *limits.upper;
  if (demand.is_share) demand.margin /= (*limits.upper - *limits.lower) / 2;
  return demand;
}

}  // namespace

std::string_view name_of(LimitKind kind) {
  constexpr std::array<std::string_view, 12> names{
      "position",  "speed",         "torque",        "motor speed", "motor peak", "motor curve",
      "motor RMS", "motor thermal", "inertia ratio", "gear speed",  "gear peak",  "gear average"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view unit_of(LimitKind kind, bool is_revolute) {
  switch (kind) {
    case LimitKind::position:
      return unit_of(Quantity::q, is_revolute);
    case LimitKind::speed:
      return unit_of(Quantity::dq, is_revolute);
    case LimitKind::torque:
    case LimitKind::gear_peak:
    case LimitKind::gear_average:
      return unit_of(Quantity::tau, is_revolute);
    case LimitKind::motor_speed:
    case LimitKind::gear_speed:
      return unit_of(Quantity::dq, true);
    case LimitKind::inertia_ratio:
      return "";
    default:
      return unit_of(Quantity::tau, true);
  }
}

Demand demand_for(double value, double limit) {
  const double size = std::abs(value);
  Demand demand{.value = value, .limit = limit};
  demand.margin = limit > 0 ? 1 - size / limit : size > 0 ? -std::numeric_limits<double>::infinity() : 0;
  if (std::abs(demand.margin) < limit_rounding) demand.margin = 0;
  demand.broken = demand.margin < 0;
  return demand;
}

bool JointRating::gives(LimitKind kind) const {
  switch (kind) {
    case LimitKind::position:
      return limits.lower || limits.upper;
    case LimitKind::speed:
      return limits.velocity.has_value();
    case LimitKind::torque:
      return limits.effort.has_value();
    case LimitKind::motor_speed:
      return motor && motor->top_speed();
    case LimitKind::motor_peak:
      return motor && motor->peak_torque;
    case LimitKind::motor_curve:
      return motor && motor->curve;
    case LimitKind::motor_rms:
      return motor && (motor->continuous_torque || motor->continuous_curve);
    default:
      return false;
  }
}

Demand JointRating::demand(LimitKind kind, const JointSample& sample) const {
  const double motor_speed = shaft.ratio() * sample.dq;
  switch (kind) {
    case LimitKind::position:
      return position_demand(limits, sample.q);
    case LimitKind::speed:
      return demand_for(sample.dq, *limits.velocity);
    case LimitKind::torque:
      return demand_for(sample.tau, *limits.effort);
    case LimitKind::motor_speed:
      return demand_for(motor_speed, *motor->top_speed());
    case LimitKind::motor_peak:
      return demand_for(shaft.torque(sample.dq, sample.ddq, sample.tau), *motor->peak_torque);
    default:
      return demand_for(shaft.torque(sample.dq, sample.ddq, sample.tau),
                        motor->curve->at(std::abs(motor_speed)));
  }
}

Demand JointRating::rms_demand(double rms, double mean_speed) const {
  return demand_for(
      rms, motor->continuous_curve ? motor->continuous_curve->at(mean_speed) : *motor->continuous_torque);
}

SpeedTorqueLimits speed_torque_limits(const JointRating& rating) {
  const std::optional<Motor>& motor = rating.motor;
  const auto level = [](double value) { return SpeedTorqueCurve({{0, value}}); };
  SpeedTorqueLimits limits;
  limits.peak_torque = motor ? motor->peak_torque : rating.limits.effort;
  limits.top_speed = motor ? motor->top_speed() : rating.limits.velocity;
  if (limits.peak_torque) limits.peak.push_back(level(*limits.peak_torque));
  if (motor && motor->curve) limits.peak.push_back(*motor->curve);
  if (motor && motor->continuous_curve)
    limits.continuous.push_back(*motor->continuous_curve);
  else if (motor && motor->continuous_torque)
    limits.continuous.push_back(level(*motor->continuous_torque));
  return limits;
}

Ratings ratings_of(const Robot& robot, const Motors& motors, const DynamicsSettings& settings) {
  Ratings ratings;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const std::optional<Motor> motor = motors.empty() ? std::nullopt : motors[j];
    ratings.push_back({.name = joint.name,
                       .is_revolute = joint.is_revolute(),
                       .limits = joint.limits,
                       .motor = motor,
                       .shaft = MotorShaft(joint.drive, settings)});
  }
  return ratings;
}

}  // namespace invdyn
