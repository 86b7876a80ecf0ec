#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../dynamics/dynamics_settings.h"
#include "../dynamics/motor_shaft.h"
#include "motor_table.h"

namespace invdyn {

/// The kinds of limits of a joint or its motor. The last holds for a whole motion, all others at every
/// sample.
enum class LimitKind { position, speed, torque, motor_speed, motor_peak, motor_curve, motor_rms };

inline constexpr std::array sample_limits{LimitKind::position,   LimitKind::speed,
                                          LimitKind::torque,     LimitKind::motor_speed,
                                          LimitKind::motor_peak, LimitKind::motor_curve};
inline constexpr std::size_t limit_count = sample_limits.size() + 1;

/// `motor peak`.
std::string_view name_of(LimitKind kind);
inline bool is_of_motor(LimitKind kind) {
  return kind >= LimitKind::motor_speed;
}
/// Of the limited quantity, for a revolute or prismatic joint.
std::string_view unit_of(LimitKind kind, bool is_revolute);

/// Above a limit by less than this share of it is rounding.
inline constexpr double limit_rounding = 1e-9;

/// A required value and its limit.
struct Demand {
  double value = 0;  ///< with its sign
  double limit = 0;  ///< a magnitude; of a position, the nearer one of its two
  /// The margin as a share of the limit: 1 - |value| / limit. Of a position, the distance to the nearest
  /// limit divided by half the range. Negative: beyond it; minus infinity: something of nothing.
  double margin = 0;
  bool is_share = true;  ///< else, of a position with one limit, the margin is the way to it, rad or m
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
  MotorShaft shaft;  ///< used where there is a motor

  /// Whether there is such a limit.
  bool gives(LimitKind kind) const;
  /// For a limit of every sample that is given.
  Demand demand(LimitKind kind, const JointSample& sample) const;
  /// Of a whole motion: the RMS of the motor's torque, N m, and the motor's continuous torque at its
  /// mean speed, rad/s. For a limit that is given.
  Demand rms_demand(double rms, double mean_speed) const;
};

/// Of every moving joint. `motors` has one entry for each, or none at all.
using Ratings = std::vector<JointRating>;
/// The robot with the drives of its motors: see with_motors().
Ratings ratings_of(const Robot& robot, const Motors& motors, const DynamicsSettings& settings);

}  // namespace invdyn
