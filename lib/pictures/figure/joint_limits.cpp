#include "joint_limits.h"

#include <cmath>
#include <optional>

namespace invdyn {
namespace {

class LimitsOfQuantity {
 public:
  void add(LimitLook look, std::optional<double> value, bool is_upper) {
    if (value) limits_.push_back({*value, look, is_upper});
  }
  void add_both(LimitLook look, std::optional<double> size, double factor = 1) {
    if (!size) return;
    add(look, *size * factor, true);
    add(look, -*size * factor, false);
  }
  std::vector<JointLimit> all() const { return limits_; }

 private:
  std::vector<JointLimit> limits_;
};

}  // namespace

std::string name_of(LimitLook look) {
  switch (look) {
    case LimitLook::continuous_torque:
      return "continuous torque of the motor";
    case LimitLook::motor_speed:
      return "maximum speed of the motor";
    case LimitLook::peak_torque:
      return "peak torque of the motor";
    default:
      return "limit";
  }
}

std::vector<JointLimit> limits_of(const JointRating& rating, AxisQuantity quantity) {
  const std::optional<Motor>& motor = rating.motor;
  const double ratio = std::abs(rating.shaft.ratio()), efficiency = rating.shaft.efficiency();
  LimitsOfQuantity limits;
  const auto add_motor_torques = [&](double factor) {
    if (!motor) return;
    limits.add_both(LimitLook::peak_torque, motor->peak_torque, factor);
    limits.add_both(LimitLook::continuous_torque, motor->continuous_torque, factor);
  };
  const auto add_motor_speed = [&](double factor) {
    if (motor) limits.add_both(LimitLook::motor_speed, motor->top_speed(), factor);
  };
  switch (quantity) {
    case AxisQuantity::position:
    case AxisQuantity::desired_position:
      limits.add(LimitLook::joint, rating.limits.lower, false);
      limits.add(LimitLook::joint, rating.limits.upper, true);
      break;
    case AxisQuantity::velocity:
      limits.add_both(LimitLook::joint, rating.limits.velocity);
      add_motor_speed(1 / ratio);
      break;
    case AxisQuantity::torque:
      limits.add_both(LimitLook::joint, rating.limits.effort);
      add_motor_torques(ratio * efficiency);
      break;
    case AxisQuantity::motor_torque:
      add_motor_torques(1);
      break;
    case AxisQuantity::motor_speed:
      add_motor_speed(1);
      break;
    default:
      break;
  }
  return limits.all();
}

}  // namespace invdyn
