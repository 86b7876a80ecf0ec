#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../../robot/model/robot.h"

namespace invdyn {

/// The effect of Coulomb friction on a joint: it opposes motion in one direction, or holds the joint.
enum class FrictionMode { forward, backward, held };

/// Friction of one joint, N m or N. `largest_load`: the largest torque on the robot, for margins of rounding.
struct JointFriction {
  double damping = 0;  ///< N m s/rad or N s/m
  double coulomb_positive = 0, coulomb_negative = 0;
  double offset = 0;  ///< constant, also while the joint is held
  FrictionCurve curve = {};
  double load = 0;   ///< friction for each N m (N) that the drive passes on to the links
  double rotor = 0;  ///< kg m^2 or kg: what the rotor takes is not passed on

  bool can_hold() const { return coulomb_positive > coulomb_negative || load > 0; }
  /// Friction that depends on the speed alone.
  double at_speed(double dq) const { return damping * dq + (curve.torque == 0 ? 0 : curve.at(dq)); }
  /// Coulomb friction of a joint in motion.
  double coulomb(FrictionMode mode) const {
    return mode == FrictionMode::forward ? coulomb_positive : coulomb_negative;
  }

  /// A joint at rest that friction holds.
  struct Hold {
    double friction = 0;  ///< that holds it
    double passed = 0;    ///< what the drive passes on
  };
  /// The limits of the friction that holds a joint.
  double max_hold(const Hold& hold, double largest_load) const {
    return coulomb_positive + load * std::abs(hold.passed) + margin(largest_load);
  }
  double min_hold(const Hold& hold, double largest_load) const {
    return coulomb_negative - load * std::abs(hold.passed) - margin(largest_load);
  }

  /// The correct mode of a joint at rest, if it differs from the assumed mode. `hold`: how friction would
  /// hold the joint. `acceleration`: its acceleration if friction does not hold it.
  std::optional<FrictionMode> corrected(FrictionMode assumed, const Hold& hold, double acceleration,
                                        double largest_load) const {
    if (assumed == FrictionMode::held && hold.friction > max_hold(hold, largest_load))
      return FrictionMode::forward;
    if (assumed == FrictionMode::held && hold.friction < min_hold(hold, largest_load))
      return FrictionMode::backward;
    if (assumed == FrictionMode::forward && acceleration < 0) return FrictionMode::held;
    if (assumed == FrictionMode::backward && acceleration > 0) return FrictionMode::held;
    return std::nullopt;
  }
  /// Falls below zero when a moving joint turns back or a held joint breaks loose.
  double distance_to_change(FrictionMode mode, double speed, const Hold& hold, double largest_load) const {
    if (!can_hold()) return std::numeric_limits<double>::infinity();
    if (mode == FrictionMode::forward) return speed;
    if (mode == FrictionMode::backward) return -speed;
    return std::min(max_hold(hold, largest_load) - hold.friction,
                    hold.friction - min_hold(hold, largest_load));
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
