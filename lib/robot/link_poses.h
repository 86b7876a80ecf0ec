#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The motion of a joint as a pose: turned by q about `axis`, or slid by q along it; nothing if fixed.
Eigen::Isometry3d joint_motion(const Joint& joint, double q);

/// The pose in the world of every link, in the order of robot.links(). q: rad or m, in the order of
/// robot.moving_joints(), of length robot.dof().
std::vector<Eigen::Isometry3d> link_poses(const Robot& robot, std::span<const double> q);

}  // namespace invdyn
