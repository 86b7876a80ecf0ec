#pragma once

#include "../robot/robot.h"

namespace invdyn {

/// A joint as formats have it that know no T_joint_link: T_parent_joint * motion about `axis` leads to a
/// frame with the link's axes, and the link's origin lies at p_joint_link in that frame.
struct FoldedJoint {
  Eigen::Isometry3d T_parent_joint;
  Eigen::Vector3d axis;
  Eigen::Vector3d p_joint_link;
};

/// T_joint_link folded into the rest. What turns can have its frame anywhere on the axis, with any
/// orientation, and what slides or is fixed anywhere: p_joint_link is zero but across the axis of what turns.
FoldedJoint folded(const Joint& joint);

}  // namespace invdyn
