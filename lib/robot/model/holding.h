#pragma once

#include <cstddef>
#include <vector>

#include "robot.h"

namespace invdyn {

/// What gravity asks of a joint while the robot stands still.
struct HoldingLoad {
  std::size_t joint;     ///< index into Robot::joints()
  double effort;         ///< size of the torque or force, N m or N, in the worst posture that was found
  std::size_t heaviest;  ///< the heaviest link that the joint carries
};

/// For each joint with an effort limit: a posture within the position limits, such as the arm stretched out
/// horizontally, in which it has to bear much. There may be a worse one: no limit is accused without a
/// posture that proves it. Left out are joints that follow or are followed, and those with a spring. None for
/// robots of more than 64 moving joints, which are no arms, and for those with so many links that it takes
/// long: (moving joints)^2 links is above 400,000.
std::vector<HoldingLoad> holding_loads(const Robot& robot);

}  // namespace invdyn
