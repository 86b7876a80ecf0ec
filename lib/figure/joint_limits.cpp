#include "joint_limits.h"

#include <cmath>
#include <optional>

namespace invdyn {
namespace {

class LimitsOfQuantity {
 public:
  void add(std::optional<double> value, const std::string& name, bool is_upper, bool is_strict = true) {
    if (value) limits_.push_back({*value, name, is_upper, is_strict});
  }
  void add_both(std::optional<double> size, double factor, const std::string& name, bool is_strict = true) {
    if (!size) return;
    add(*size * factor, name, true, is_strict);
    add(-*size * factor, name, false, is_strict);
  }
  std::vector<JointLimit> all() const { return limits_; }

 private:
  std::vector<JointLimit> limits_;
};

}  // namespace

std::vector<JointLimit> limits_of(const JointRating& rating, AxisQuantity quantity) {
  const std::optional<Motor>& motor = rating.motor;
  const double ratio = std::abs(rating.shaft.ratio()), efficiency = rating.shaft.efficiency();
  LimitsOfQuantity limits;
  const auto add_motor_torques = [&](double factor) {
    if (!motor) return;
    limits.add_both(motor->peak_torque, factor, "peak of the motor");
    limits.add_both(motor->continuous_torque, factor, "continuous torque of the motor", false);
  };
  switch (quantity) {
    case AxisQuantity::position:
    case AxisQuantity::desired_position:
      limits.add(rating.limits.lower, "limit", false);
      limits.add(rating.limits.upper, "limit", true);
      break;
    case AxisQuantity::velocity:
      limits.add_both(rating.limits.velocity, 1, "limit");
      if (motor) limits.add_both(motor->top_speed(), 1 / ratio, "maximum speed of the motor");
      break;
    case AxisQuantity::torque:
      limits.add_both(rating.limits.effort, 1, "limit");
      add_motor_torques(ratio * efficiency);
      break;
    case AxisQuantity::motor_torque:
      add_motor_torques(1);
      break;
    case AxisQuantity::motor_speed:
      if (motor) limits.add_both(motor->top_speed(), 1, "maximum speed of the motor");
      break;
    default:
      break;
  }
  return limits.all();
}

}  // namespace invdyn
