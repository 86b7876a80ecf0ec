#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "../model/robot.h"

namespace invdyn {

/// One column per joint: linear velocity above angular velocity, 6 x dof.
using Jacobian = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// The motion of a frame on a link with the joints. The rows of its geometric Jacobian J are
///   (velocity of the frame's origin, m/s; angular velocity of the link, rad/s) = J dq, in world axes,
/// and the columns are in the order of robot.moving_joints() [Siciliano, Sciavicco, Villani & Oriolo 2009,
/// (3.30)]: (a x (p - o), a) for a revolute joint with axis a through o, (a, 0) for a prismatic joint. Joints
/// that do not carry the link have columns of zeros. Immutable; a Placement is a workspace.
class FrameJacobian {
 public:
  /// The quantities of one posture that the frame's motion depends on.
  struct Placement {
    Eigen::Isometry3d T_world_frame;
    Jacobian J;
    Eigen::Matrix3Xd axes, origins;  ///< of the joints that carry the link, base first, in world axes
  };

  FrameJacobian(const Robot& robot, std::size_t link,
                const Eigen::Isometry3d& T_link_frame = Eigen::Isometry3d::Identity());

  std::size_t dof() const { return dof_; }

  /// The joints that carry the link, base first, as indices into robot.moving_joints().
  const std::vector<std::size_t>& carriers() const { return carriers_; }

  /// q: rad or m, of length dof().
  void place(std::span<const double> q, Placement& placement) const;

  /// dJ/dt at the joint speeds dq, rad/s or m/s. The frame's acceleration is then J ddq + (dJ/dt) dq. An axis
  /// a and a point o on a body change by w x a and v + w x o.
  void differentiate(const Placement& placement, std::span<const double> dq, Jacobian& dJ) const;

  /// The maximum distance of the frame from the first of these joints, with prismatic joints at 0, m.
  double reach() const;

 private:
  struct Step {
    Eigen::Isometry3d T_before;  // from the previous joint, or the world, to this joint
    Joint joint;
  };

  std::size_t dof_;
  std::vector<Step> steps_;
  std::vector<std::size_t> carriers_;
  Eigen::Isometry3d T_after_;  // from the end of the last joint to the frame
};

}  // namespace invdyn
