#pragma once

#include "../core/centroidal_motion.h"
#include "../core/driven_tree.h"

namespace invdyn {

/// A robot on whose base nothing pushes: it started at rest, and falls freely. The joints' motion decides how
/// the base moves [Longman, Lindberg & Zedd 1987; Umetani & Yoshida 1989: zero momentum]. Immutable: one
/// object serves any number of threads, each with a workspace of its own.
class FreeBase {
 public:
  struct Workspace {
    DrivenTree::Rows rows;
    CentroidalMotion::Workspace motion;
  };

  /// gravity: in world axes. Throws Error for a robot without mass, and for gravity compensations, which
  /// push.
  FreeBase(const Robot& robot, const Eigen::Vector3d& gravity);

  /// Fills the motion of the base of the block's own rows, in the axes that the base has in the row: the pose
  /// is the identity, and the velocity is that relative to the fall. Torques do not depend on more. Throws
  /// Error where masses on one line leave the rotation about it open.
  void fill(Block& block, Workspace& workspace) const;

 private:
  DrivenTree tree_;
  CentroidalMotion motion_;
  Eigen::Vector3d gravity_;
};

/// Turns what FreeBase leaves into the motion in the world, from the identity in the first row. Takes blocks
/// in order. From row to row the rotation is of fourth order in the time step [Magnus' series with the
/// derivatives at both ends], and so is the path.
class FreeFlight {
 public:
  explicit FreeFlight(const Eigen::Vector3d& gravity) : gravity_(gravity) {}
  void place(Block& block);

 private:
  Eigen::Vector3d gravity_;
  bool has_begun_ = false;
  double t_ = 0, begin_ = 0;
  BaseState last_;
};

}  // namespace invdyn
