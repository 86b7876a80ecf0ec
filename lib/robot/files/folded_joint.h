#pragma once

#include "../model/robot.h"

namespace invdyn {

/// A joint for formats without T_joint_link. T_parent_joint * motion about `axis` leads to a frame with the
/// link's axes; the link's origin lies at p_joint_link in that frame.
struct FoldedJoint {
  Eigen::Isometry3d T_parent_joint;
  Eigen::Vector3d axis;
  Eigen::Vector3d p_joint_link;
};

/// Folds T_joint_link into the other values. A revolute joint can have its frame anywhere on its axis, with
/// any orientation; a prismatic or fixed joint anywhere. So p_joint_link is zero, except across the axis of a
/// revolute joint.
FoldedJoint folded(const Joint& joint);

}  // namespace invdyn
