#include "names.h"

namespace invdyn {

std::vector<std::string> moving_joint_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const std::size_t joint : robot.moving_joints()) names.push_back(robot.joints()[joint].name);
  return names;
}

}  // namespace invdyn
