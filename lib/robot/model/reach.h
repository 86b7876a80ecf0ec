#pragma once

#include "robot.h"

namespace invdyn {

/// The farthest that a joint or a centre of mass can be from the base, along the joints, m. Prismatic joints
/// count with their limits.
double reach(const Robot& robot);

/// The mass of all links that joints move, kg.
double moving_mass(const Robot& robot);

}  // namespace invdyn
