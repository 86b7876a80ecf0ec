#include "folded_joint.h"

namespace invdyn {

FoldedJoint folded(const Joint& joint) {
  FoldedJoint result{joint.T_parent_joint, joint.axis, Eigen::Vector3d::Zero()};
  // If there is nothing to fold, the numbers do not change.
  if (joint.T_joint_link.matrix().isIdentity(0)) return result;
  const Eigen::Matrix3d R_joint_link = joint.T_joint_link.linear();
  result.axis = R_joint_link.transpose() * joint.axis;
  if (!joint.is_revolute()) {
    result.T_parent_joint = joint.T_parent_joint * joint.T_joint_link;
    return result;
  }
  const Eigen::Vector3d p = joint.T_joint_link.translation();
  const Eigen::Vector3d along = joint.axis * joint.axis.dot(p);
  result.T_parent_joint =
      joint.T_parent_joint * Eigen::Translation3d(along) * Eigen::Isometry3d(R_joint_link);
  result.p_joint_link = R_joint_link.transpose() * (p - along);
  return result;
}

}  // namespace invdyn
