#include <algorithm>
#include <cassert>

#include "../../ground/base/wording.h"
#include "../model/link_poses.h"
#include "../model/robot.h"

namespace invdyn {
namespace {

void hold(Joint& joint, double position) {
  joint.T_parent_joint = joint.T_parent_joint * joint_motion(joint, position);
  joint.type = JointType::fixed;
  joint.mimic.reset();
}

// A drive whose joint is held still turns with other joints, and is felt there: this needs a torque of a
// joint that the robot would no longer have.
void expect_together(const Robot& locked, const Joint& joint, const std::vector<TurnsWith>& turns_with) {
  for (const TurnsWith& each : turns_with)
    if (const Joint& other = locked.joints()[each.joint]; other.moves() != joint.moves())
      throw Error("joint " + in_quotes((joint.moves() ? other : joint).name),
                  "cannot be locked alone, because the drive of " + in_quotes(joint.name) +
                      " also turns with " + in_quotes(other.name) + ": lock both joints, or neither of them");
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
  for (std::size_t i = 0; i < joints_.size(); ++i)
    expect_together(locked, locked.joints_[i], joints_[i].drive.turns_with);
  locked.collect_moving_joints();
  return locked;
}

}  // namespace invdyn
