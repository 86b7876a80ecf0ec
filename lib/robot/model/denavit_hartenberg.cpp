#include "denavit_hartenberg.h"

#include "rotation.h"

namespace invdyn {
namespace {

// A rotation about a coordinate axis and a translation along it; the two commute.
Eigen::Isometry3d screw_x(double angle, double distance) {
  Eigen::Isometry3d T(rotation_x(angle));
  T.translation() = Eigen::Vector3d(distance, 0, 0);
  return T;
}

Eigen::Isometry3d screw_z(double angle, double distance) {
  Eigen::Isometry3d T(rotation_z(angle));
  T.translation() = Eigen::Vector3d(0, 0, distance);
  return T;
}

}  // namespace

JointPlacement standard_dh(double a, double alpha, double d, double theta) {
  return {screw_z(theta, d), screw_x(alpha, a)};
}

JointPlacement modified_dh(double a, double alpha, double d, double theta) {
  return {screw_x(alpha, a) * screw_z(theta, d), Eigen::Isometry3d::Identity()};
}

}  // namespace invdyn
