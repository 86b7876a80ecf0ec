#include "urdf_origin.h"

#include "../../ground/base/error.h"
#include "../model/rotation.h"

namespace invdyn {

namespace {

// Of the length of a quaternion.
constexpr double quaternion_tolerance = 1e-5;

}  // namespace

Eigen::Isometry3d urdf_origin(const XmlNode& node) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  const std::optional<XmlNode> origin = node.child("origin");
  if (!origin) return T;
  T.translation() = origin->numbers_or("xyz", "m", Eigen::VectorXd::Zero(3));
  T.linear() = rotation_rpy(origin->numbers_or("rpy", "rad", Eigen::VectorXd::Zero(3)));
  if (!origin->has("quat_xyzw")) return T;
  if (origin->has("rpy")) origin->fail("quat_xyzw", "only one of rpy, quat_xyzw");
  const Eigen::Vector4d quaternion = origin->numbers_or("quat_xyzw", "x y z w", Eigen::VectorXd::Zero(4));
  if (!(std::abs(quaternion.norm() - 1) <= quaternion_tolerance))
    origin->fail("quat_xyzw", "a quaternion of length 1");
  T.linear() = Eigen::Quaterniond(quaternion).normalized().toRotationMatrix();
  return T;
}

}  // namespace invdyn
