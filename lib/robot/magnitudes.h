#pragma once

#include "robot.h"

namespace invdyn {

/// Far beyond any robot in any unit, and small enough for products of masses, squared lengths and squared
/// gear ratios to stay finite.
inline constexpr double largest_of_robot = 1e50;

/// Throws Error, with the place in the file, where a length, mass, moment of inertia, or a value of a drive
/// or of a joint that follows another one is larger. Position, velocity and effort limits may be of any size:
/// files write large ones for none.
void expect_sensible_magnitudes(const RobotDescription& description);

}  // namespace invdyn
