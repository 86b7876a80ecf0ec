#pragma once

#include <array>
#include <string>
#include <vector>

#include "robot.h"

namespace invdyn {

/// Of the joints that move by themselves, in the order of robot.moving_joints().
std::vector<std::string> moving_joint_names(const Robot& robot);

/// In the order of JointType, as robot files write them.
inline constexpr std::array joint_type_names{"revolute", "continuous", "prismatic", "fixed"};
constexpr const char* name_of(JointType type) {
  return joint_type_names[static_cast<std::size_t>(type)];
}

}  // namespace invdyn
