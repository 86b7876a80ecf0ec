#pragma once

#include <limits>
#include <vector>

#include "joint_rating.h"
#include "recorded_motion.h"

namespace invdyn {

/// The largest s at which a motion, s times as fast, keeps every limit of every joint and motor: that is its
/// shortest duration by uniform time scaling.
///
/// At s times the speed a torque is square s^2 + linear s + constant: what goes with accelerations and
/// products of velocities, viscous friction, and what is left of gravity, Coulomb friction and outer forces
/// [Hollerbach, "Dynamic Scaling of Manipulator Trajectories", ASME J. Dyn. Sys. Meas. Control 106 (1984)
/// 102-106]. So the torques at three speeds tell all three, and each limit of each sample excludes
/// intervals of s that end at zeros of quadratics, the RMS torque of a motor intervals that end at zeros of
/// quartics. The answer is the upper end of what is left: speeds below it need not all be possible, as where
/// gravity bears a part of what braking needs.
///
/// Returns 0 where no speed keeps the limits, infinity where they bound none. The positions are left to the
/// caller, as no speed changes them. The motion lasts longer than 0 s.
double largest_speed(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics);

}  // namespace invdyn
