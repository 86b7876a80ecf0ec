#pragma once

#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The motion of a joint as a pose: rotation by q (rad) about `axis` or translation by q (m) along it;
/// identity for a fixed joint.
Eigen::Isometry3d joint_motion(const Joint& joint, double q);

/// The pose of every link in the world frame, in the order of robot.links(). q: rad or m, in the order of
/// robot.moving_joints(), of length robot.dof().
std::vector<Eigen::Isometry3d> link_poses(const Robot& robot, std::span<const double> q);

}  // namespace invdyn
