#pragma once

#include <string>
#include <vector>

#include "../../answers/sizing/joint_rating.h"
#include "column_quantity.h"

namespace invdyn {

/// The kinds of limits. Each has a dash pattern.
enum class LimitLook { joint, continuous_torque, motor_speed, peak_torque };
/// In the key: `limit`, `peak torque of the motor`.
std::string name_of(LimitLook look);

/// A limit of a quantity of a joint or of its motor.
struct JointLimit {
  double value;  ///< with its sign, in SI units
  LimitLook look;
  bool is_upper;
  /// False: the continuous torque, which may be exceeded for a time.
  bool is_strict() const { return look != LimitLook::continuous_torque; }
  bool operator==(const JointLimit&) const = default;
};

/// Those of this quantity. A motor's limits at its joint are its own through the gear ratio; of torques also
/// times the gearbox's efficiency.
std::vector<JointLimit> limits_of(const JointRating& rating, AxisQuantity quantity);

}  // namespace invdyn
