#include "link_poses.h"

#include <cassert>

#include "rotation.h"

namespace invdyn {

Eigen::Isometry3d joint_motion(const Joint& joint, double q) {
  if (joint.is_revolute()) return Eigen::Isometry3d(rotation_about(joint.axis, q));
  if (joint.moves()) return Eigen::Isometry3d(Eigen::Translation3d(q * joint.axis));
  return Eigen::Isometry3d::Identity();
}

std::vector<Eigen::Isometry3d> link_poses(const Robot& robot, std::span<const double> q) {
  assert(q.size() == robot.dof());
  std::vector<double> position(robot.joints().size(), 0);
  for (std::size_t i = 0; i < q.size(); ++i) position[robot.moving_joints()[i]] = q[i];
  for (std::size_t i = 0; i < position.size(); ++i)
    if (const auto& mimic = robot.joints()[i].mimic)
      position[i] = mimic->multiplier * position[mimic->joint] + mimic->offset;

  std::vector<Eigen::Isometry3d> T_world_link(robot.links().size());
  T_world_link[0] = robot.T_world_base();
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    T_world_link[i + 1] = T_world_link[joint.parent] * joint.T_parent_joint *
                          joint_motion(joint, position[i]) * joint.T_joint_link;
  }
  return T_world_link;
}

}  // namespace invdyn
