#include <algorithm>
#include <cassert>

#include "../model/link_poses.h"
#include "../model/robot.h"

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
  std::vector<std::vector<std::size_t>> followers(joints_.size());
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].mimic) followers[joints_[i].mimic->joint].push_back(i);
  for (const auto& [index, position] : locks) {
    assert(joints_[index].moves() && !joints_[index].mimic);
    hold(locked.joints_[index], position);
    for (const std::size_t i : followers[index]) {
      const Mimic& mimic = *joints_[i].mimic;
      hold(locked.joints_[i], mimic.multiplier * position + mimic.offset);
    }
  }
  locked.collect_moving_joints();
  return locked;
}

}  // namespace invdyn
