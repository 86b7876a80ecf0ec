#pragma once

#include "piecewise_polynomial.h"

namespace invdyn {

/// Limits of the magnitudes of one joint's derivatives, > 0, in rad or m and s; infinite: no limit.
struct MotionLimits {
  double velocity, acceleration, jerk;
};

/// The times of acceleration and braking in a motion from rest to rest, in s. They describe trapezoids of
/// speed, and S-curves with a trapezoidal acceleration (double S, bell or seven-segment profile).
struct SpeedRamps {
  double duration;      ///< of the whole motion, T
  double accelerating;  ///< of acceleration at the beginning, T_a
  double braking;       ///< at the end, T_d; the speed is constant between both
  double jerking;       ///< of each rise or fall of the acceleration, T_j <= T_a / 2; 0: it jumps

  /// The same motion with another duration. All its times change in proportion.
  SpeedRamps lasting(double other_duration) const;
};

/// The shortest motion over a distance (>= 0, rad or m) within limits of velocity and acceleration, and of
/// jerk if it is finite. A short motion may not reach the limits of velocity and acceleration [L. Biagiotti,
/// C. Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, sec. 3.2 and 3.4].
SpeedRamps shortest_ramps(double way, const MotionLimits& limits);

/// The shortest motion over a distance within limits of velocity and acceleration, one of them finite.
/// `accelerating` and `braking` are parts of its duration (> 0, together at most 1).
SpeedRamps shortest_ramps(double way, const MotionLimits& limits, double accelerating, double braking);

/// Appends the motion. Before it, the joint must be at rest at `from`. It ends at `end`, s; the difference
/// from the present end is the ramps' duration, except for rounding.
void append_ramps(PiecewisePolynomial& motion, double end, double from, double to, const SpeedRamps& ramps);

}  // namespace invdyn
