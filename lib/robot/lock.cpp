#include <algorithm>
#include <cassert>

#include "kinematics.h"
#include "robot.h"

namespace invdyn {
namespace {

void hold(Joint& joint, double position) {
  joint.T_parent_joint = joint.T_parent_joint * joint_motion(joint, position);
  joint.type = JointType::fixed;
  joint.mimic.reset();
}

}  // namespace

Robot Robot::with_locked_joints(std::span<const JointLock> locks) const {
  Robot locked = *this;
  for (const auto& [index, position] : locks) {
    assert(joints_[index].moves() && !joints_[index].mimic);
    hold(locked.joints_[index], position);
    for (Joint& joint : locked.joints_)
      if (joint.mimic && joint.mimic->joint == index)
        hold(joint, joint.mimic->multiplier * position + joint.mimic->offset);
  }
  locked.collect_moving_joints();
  return locked;
}

}  // namespace invdyn
