#pragma once

#include "robot.h"

namespace invdyn {

/// Far beyond any robot in any unit. Products of a mass and a squared length, and of an inertia and a squared
/// gear ratio, still do not overflow.
inline constexpr double largest_of_robot = 1e100;

/// For robots, and for waypoints without a robot. The longest simulated chains, ropes and hairs, have some
/// thousands.
inline constexpr std::size_t max_joints = 10'000;

/// Throws Error, with the place in the file, if a value exceeds largest_of_robot. It checks lengths, masses,
/// moments of inertia, drives and mimic values. Position, velocity and effort limits may have any size: files
/// use large ones for no limit.
void expect_sensible_magnitudes(const RobotDescription& description);

}  // namespace invdyn
