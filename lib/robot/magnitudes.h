#pragma once

#include "robot.h"

namespace invdyn {

/// Far beyond any robot in any unit, and small enough for the product of a mass and a squared length, and of
/// an inertia and a squared gear ratio, to be a number.
inline constexpr double largest_of_robot = 1e100;

/// Of a robot, and of waypoints without one. The longest chains that are simulated, of ropes and hairs, have
/// some thousands.
inline constexpr std::size_t max_joints = 10'000;

/// Throws Error, with the place in the file, where a length, mass, moment of inertia, or a value of a drive
/// or of a joint that follows another one is larger. Position, velocity and effort limits may be of any size:
/// files write large ones for none.
void expect_sensible_magnitudes(const RobotDescription& description);

}  // namespace invdyn
