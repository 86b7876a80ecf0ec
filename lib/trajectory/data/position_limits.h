#pragma once

#include <string>

#include "../../robot/model/robot.h"

namespace invdyn {

/// A smaller excess over a limit is rounding, for example of a conversion from degrees (rad or m).
inline constexpr double limit_tolerance = 1e-9;

inline bool is_below_limits(const Joint& joint, double q) {
  return joint.limits.lower && q < *joint.limits.lower - limit_tolerance;
}
inline bool is_above_limits(const Joint& joint, double q) {
  return joint.limits.upper && q > *joint.limits.upper + limit_tolerance;
}
inline bool is_within_limits(const Joint& joint, double q) {
  return !is_below_limits(joint, q) && !is_above_limits(joint, q);
}

/// A position as text for messages: `2.618 rad (150 deg)`, `0.25 m`.
std::string position_text(double q, bool is_revolute);

/// For a position outside the limits: `joint "lift" is at 0.25 m, above its upper limit, 0.2 m`.
std::string beyond_limits_text(const Joint& joint, double q);

}  // namespace invdyn
