#pragma once

#include <algorithm>
#include <limits>
#include <optional>

namespace invdyn {

/// The effect of Coulomb friction on a joint: it opposes motion in one direction, or holds the joint.
enum class FrictionMode { forward, backward, held };

/// Friction of one joint, N m or N. `largest_load`: the largest torque on the robot, for margins of rounding.
struct JointFriction {
  double damping = 0;  ///< N m s/rad or N s/m
  double coulomb_positive = 0, coulomb_negative = 0;
  double offset = 0;  ///< constant, also while the joint is held

  bool can_hold() const { return coulomb_positive > coulomb_negative; }
  /// Coulomb friction of a joint in motion.
  double coulomb(FrictionMode mode) const {
    return mode == FrictionMode::forward ? coulomb_positive : coulomb_negative;
  }
  /// The limits of the friction that holds a joint.
  double max_hold(double largest_load) const { return coulomb_positive + margin(largest_load); }
  double min_hold(double largest_load) const { return coulomb_negative - margin(largest_load); }

  /// The correct mode of a joint at rest, if it differs from the assumed mode. `holding`: the friction that
  /// would hold the joint. `acceleration`: its acceleration if friction does not hold it.
  std::optional<FrictionMode> corrected(FrictionMode assumed, double holding, double acceleration,
                                        double largest_load) const {
    if (assumed == FrictionMode::held && holding > max_hold(largest_load)) return FrictionMode::forward;
    if (assumed == FrictionMode::held && holding < min_hold(largest_load)) return FrictionMode::backward;
    if (assumed == FrictionMode::forward && acceleration < 0) return FrictionMode::held;
    if (assumed == FrictionMode::backward && acceleration > 0) return FrictionMode::held;
    return std::nullopt;
  }
  /// Falls below zero when a moving joint turns back or a held joint breaks loose.
  double distance_to_change(FrictionMode mode, double speed, double holding, double largest_load) const {
    if (!can_hold()) return std::numeric_limits<double>::infinity();
    if (mode == FrictionMode::forward) return speed;
    if (mode == FrictionMode::backward) return -speed;
    return std::min(max_hold(largest_load) - holding, holding - min_hold(largest_load));
  }

 private:
  // The range of holding friction is wider by this part of it, so that rounding does not free a joint that
  // has just stopped.
  static constexpr double rounding_of_friction = 1e-10;
  // It is also wider by this part of the largest torque, because the friction of a held joint is a difference
  // of other torques.
  static constexpr double rounding_of_torques = 1e-12;

  double margin(double largest_load) const {
    return rounding_of_friction * (coulomb_positive - coulomb_negative) + rounding_of_torques * largest_load;
  }
};

}  // namespace invdyn
