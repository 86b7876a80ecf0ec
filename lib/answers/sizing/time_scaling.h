#pragma once

#include <span>

#include "joint_rating.h"
#include "recorded_motion.h"

namespace invdyn {

/// The largest s at which motions, one after the other and s times as fast, keep every limit of every joint
/// and motor. It gives the shortest duration by uniform time scaling.
///
/// At s times the speed a torque is square s^2 + linear s + constant. The terms are: accelerations and
/// products of velocities; viscous friction; gravity, Coulomb friction, springs and external forces
/// [Hollerbach, "Dynamic Scaling of Manipulator Trajectories", ASME J. Dyn. Sys. Meas. Control 106 (1984)
/// 102-106]. So torques at three speeds give all three terms. Each limit of each sample excludes intervals of
/// s that end at zeros of quadratics; the RMS torque of a motor excludes intervals that end at zeros of
/// quartics. The answer is the upper end of the remaining speeds. Lower speeds need not all be possible:
/// gravity may do a part of the braking.
///
/// Returns 0 if no speed keeps the limits, infinity if no limit bounds the speed. The caller checks the
/// positions, which do not depend on the speed, and the limits of add_drive_checks(). Precondition: each
/// motion lasts longer than 0 s.
double largest_speed(const Ratings& ratings, std::span<const RecordedMotion> motions,
                     const TrajectoryTorques& dynamics);

}  // namespace invdyn
