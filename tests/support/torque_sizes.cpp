#include "support/torque_sizes.h"

#include <cmath>

#include "robot/model/link_poses.h"

namespace invdyn::test {

Vector torque_sizes(const Robot& robot, const State& state, const Eigen::Vector3d& gravity) {
  const Eigen::VectorXd q = state.q.cast<double>(), dq = state.dq.cast<double>(),
                        ddq = state.ddq.cast<double>();
  const auto T_world_link = link_poses(robot, {q.data(), static_cast<std::size_t>(q.size())});
  std::vector<std::optional<Eigen::Index>> dof(robot.joints().size());
  for (std::size_t i = 0; i < robot.dof(); ++i) dof[robot.moving_joints()[i]] = static_cast<Eigen::Index>(i);

  struct Motion {
    Eigen::Vector3d omega = Eigen::Vector3d::Zero(), alpha = Eigen::Vector3d::Zero();  // world axes
    double acceleration = 0;  // sum of the magnitudes of the terms in the acceleration of the link's origin
    double turning() const { return alpha.norm() + omega.squaredNorm(); }
  };
  std::vector<Motion> motion(robot.links().size());
  std::vector<Eigen::Vector3d> origin(robot.joints().size());  // of each joint, in world axes
  motion[0].acceleration = gravity.norm();
  Vector sizes = Vector::Zero(q.size());
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    const Motion& parent = motion[joint.parent];
    Motion& link = motion[i + 1] = parent;
    const Eigen::Isometry3d T_world_joint = T_world_link[joint.parent] * joint.T_parent_joint;
    origin[i] = T_world_joint.translation();
    if (dof[i]) {
      const Eigen::Vector3d axis = T_world_joint.linear() * joint.axis;
      const double rate = dq[*dof[i]], acceleration = ddq[*dof[i]];
      if (joint.is_revolute()) {
        link.alpha += axis * acceleration + parent.omega.cross(axis) * rate;
        link.omega += axis * rate;
      } else {
        link.acceleration += std::abs(acceleration) + 2 * parent.omega.norm() * std::abs(rate);
      }
    }
    link.acceleration += parent.turning() * (origin[i] - T_world_link[joint.parent].translation()).norm() +
                         link.turning() * (T_world_link[i + 1].translation() - origin[i]).norm();

    const MassProperties& body = robot.links()[i + 1].mass_properties;
    const double force = body.mass * (link.acceleration + link.turning() * body.com.norm());
    const double moment = body.inertia.norm() * link.turning();
    const Eigen::Vector3d centre = T_world_link[i + 1] * body.com;
    for (std::size_t moved = i + 1; moved != 0; moved = robot.joints()[moved - 1].parent)
      if (const auto at = dof[moved - 1])
        sizes[*at] += robot.joints()[moved - 1].is_revolute()
                          ? force * (centre - origin[moved - 1]).norm() + moment
                          : force;
  }
  return sizes;
}

}  // namespace invdyn::test
