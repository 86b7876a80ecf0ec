#pragma once

#include "piecewise_polynomial.h"

namespace invdyn {

/// Limits of the magnitudes of one joint's derivatives, > 0, in rad or m and s; infinite: none.
struct MotionLimits {
  double velocity, acceleration, jerk;
};

/// How a motion from rest to rest speeds up and slows down, in s: trapezoids of speed, and S-curves, where
/// the acceleration itself comes and goes evenly (double S, bell or seven-segment profile).
struct SpeedRamps {
  double duration;      ///< of all, T
  double accelerating;  ///< at its beginning, T_a
  double braking;       ///< at its end, T_d; the rest is at constant speed
  double jerking;       ///< that the acceleration takes to come or to go, T_j <= T_a / 2; 0: it jumps

  /// The same motion in another time, all its times stretched alike.
  SpeedRamps lasting(double other_duration) const;
};

/// The shortest motion over a way (>= 0, rad or m) within limits of velocity and acceleration, and of jerk if
/// it is finite. Velocity and acceleration limits that the way is too short to reach are not reached
/// [L. Biagiotti, C. Melchiorri, Trajectory Planning for Automatic Machines and Robots, 2008, sec. 3.2 and
/// 3.4].
SpeedRamps shortest_ramps(double way, const MotionLimits& limits);

/// The shortest motion over a way whose ramps take these parts of its time (> 0, together at most 1), within
/// limits of velocity and acceleration, one of them finite.
SpeedRamps shortest_ramps(double way, const MotionLimits& limits, double accelerating, double braking);

/// Appends the motion to one that has come to rest at `from`. It ends at `end`, s: the ramps' duration later,
/// except for rounding.
void append_ramps(PiecewisePolynomial& motion, double end, double from, double to, const SpeedRamps& ramps);

}  // namespace invdyn
