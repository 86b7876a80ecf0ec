#include "folded_joint.h"

namespace invdyn {
namespace {

// The cosine of a right angle is 6e-17 in doubles.
Eigen::Matrix3d with_zeros(const Eigen::Matrix3d& R) {
  return (R.array().abs() < 1e-15).select(Eigen::Matrix3d::Zero(), R);
}

FoldedJoint in_frame_of_link(const Joint& joint) {
  FoldedJoint result{joint.T_parent_joint, joint.axis, Eigen::Vector3d::Zero()};
  // If there is nothing to fold, the numbers do not change.
  if (joint.T_joint_link.matrix().isIdentity(0)) return result;
  const Eigen::Matrix3d R_joint_link = with_zeros(joint.T_joint_link.linear());
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

}  // namespace

FoldedJoint folded(const Joint& joint) {
  FoldedJoint result = in_frame_of_link(joint);
  result.T_parent_joint.linear() = with_zeros(result.T_parent_joint.linear());
  return result;
}

}  // namespace invdyn
