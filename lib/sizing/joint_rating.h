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

/// What a joint or its motor may be limited in. All but the last hold at every sample; the last is of a whole
/// motion.
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
/// Of what is limited, for a joint that turns or slides.
std::string_view unit_of(LimitKind kind, bool is_revolute);

/// Above a limit by less than this share of it is rounding.
inline constexpr double limit_rounding = 1e-9;

/// What is asked for beside what is allowed.
struct Demand {
  double value = 0;  ///< with its sign
  double limit = 0;  ///< a magnitude; of a position, the nearer one of its two
  /// What is left of the limit, as a share of it: 1 - |value| / limit. Of a position, the way to the nearer
  /// limit over half the way between both. Negative: beyond it; minus infinity: something of nothing.
  double margin = 0;
  bool is_share = true;  ///< else, of a position with one limit, the margin is the way to it, rad or m
  bool broken = false;
};

Demand demand_for(double value, double limit);

struct JointSample {
  double q = 0, dq = 0, ddq = 0, tau = 0;  ///< rad or m and so on; N m or N
};

/// A joint with its limits and those of its motor.
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
  /// Of a whole motion: the RMS of the motor's torque, N m, beside what the motor may give for ever at its
  /// mean speed, rad/s. For a limit that is given.
  Demand rms_demand(double rms, double mean_speed) const;
};

/// Of every moving joint. `motors` has one entry for each, or none at all.
using Ratings = std::vector<JointRating>;
/// The robot with the drives of its motors: see with_motors().
Ratings ratings_of(const Robot& robot, const Motors& motors, const DynamicsSettings& settings);

}  // namespace invdyn
