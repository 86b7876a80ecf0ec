#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../dynamics/core/motor_shaft.h"
#include "motor_table.h"

namespace invdyn {

/// The kinds of limits of a joint, its motor and its gear. Those from `motor_rms` on are for a whole motion,
/// all others are for every sample. Those after `motor_rms` are checked by add_drive_checks().
enum class LimitKind {
  position,
  speed,
  torque,
  motor_speed,
  motor_peak,
  motor_curve,
  motor_rms,
  motor_thermal,
  inertia_ratio,
  gear_speed,
  gear_peak,
  gear_average
};

inline constexpr std::array sample_limits{LimitKind::position,   LimitKind::speed,
                                          LimitKind::torque,     LimitKind::motor_speed,
                                          LimitKind::motor_peak, LimitKind::motor_curve};
/// Without the kinds of add_drive_checks().
inline constexpr std::size_t limit_count = sample_limits.size() + 1;

/// `motor peak`.
std::string_view name_of(LimitKind kind);
inline bool is_of_motor(LimitKind kind) {
  return kind >= LimitKind::motor_speed;
}
/// The unit of the limited quantity, for a revolute or prismatic joint.
std::string_view unit_of(LimitKind kind, bool is_revolute);

/// An excess over a limit by less than this part of the limit is rounding.
inline constexpr double limit_rounding = 1e-9;

/// A required value and its limit.
struct Demand {
  double value = 0;  ///< with its sign
  double limit = 0;  ///< a magnitude; of a position, the nearest of the two limits
  /// The margin as a share of the limit: 1 - |value| / limit. Of a position, the distance to the nearest
  /// limit divided by half the range. Negative: the limit is exceeded. Minus infinity: a value with a limit
  /// of 0.
  double margin = 0;
  bool is_share = true;  ///< false: a position with one limit; the margin is the distance to it, rad or m
  bool broken = false;
};

Demand demand_for(double value, double limit);

struct JointSample {
  double q = 0, dq = 0, ddq = 0, tau = 0;  ///< rad or m and so on; N m or N
};

/// A joint with its limits and the limits of its motor.
struct JointRating {
  std::string name;
  bool is_revolute = true;
  Limits limits;
  std::optional<Motor> motor;
  MotorShaft shaft;  ///< only used with a motor

  /// Whether there is a limit of this kind.
  bool gives(LimitKind kind) const;
  /// The demand of a sample. The limit must be given and be for every sample.
  Demand demand(LimitKind kind, const JointSample& sample) const;
  /// The demand of a whole motion: the RMS of the motor's torque, N m, against the motor's continuous torque
  /// at its mean speed, rad/s. The limit must be given.
  Demand rms_demand(double rms, double mean_speed) const;
};

/// The limits of torque over speed of a joint's motor, or of the joint if it has none. Magnitudes, for both
/// directions.
struct SpeedTorqueLimits {
  std::optional<double> peak_torque;               ///< the level among `peak`
  std::vector<SpeedTorqueCurve> peak, continuous;  ///< the lowest of `peak` counts
  std::optional<double> top_speed;
};
SpeedTorqueLimits speed_torque_limits(const JointRating& rating);

/// The ratings of all moving joints. `motors` has one entry for each of them, or is empty.
using Ratings = std::vector<JointRating>;
/// Ratings of the robot with the drives of its motors: see with_motors().
Ratings ratings_of(const Robot& robot, const Motors& motors, const DynamicsSettings& settings);

}  // namespace invdyn
