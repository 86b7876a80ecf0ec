#include <algorithm>
#include <cassert>

#include "kinematics.h"
#include "robot.h"

namespace invdyn {

Robot Robot::with_locked_joints(std::span<const JointLock> locks) const {
  Robot locked = *this;
  for (const auto& [index, position] : locks) {
    Joint& joint = locked.joints_[index];
    assert(joint.moves());
    joint.T_parent_joint = joint.T_parent_joint * joint_motion(joint, position);
    joint.type = JointType::fixed;
    std::erase(locked.moving_joints_, index);
  }
  return locked;
}

}  // namespace invdyn
