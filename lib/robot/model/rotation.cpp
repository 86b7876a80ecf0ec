#include "rotation.h"

#include <cmath>

#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {

Eigen::Matrix3d rotation_x(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{1, 0, 0}, {0, c, -s}, {0, s, c}};
}

Eigen::Matrix3d rotation_y(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
}

Eigen::Matrix3d rotation_z(double angle) {
  const auto [s, c] = sin_cos(angle);
  return Eigen::Matrix3d{{c, -s, 0}, {s, c, 0}, {0, 0, 1}};
}

Eigen::Matrix3d rotation_rpy(const Eigen::Vector3d& rpy) {
  return rotation_z(rpy.z()) * rotation_y(rpy.y()) * rotation_x(rpy.x());
}

// Yaw may come from two small numbers. Pitch and roll are computed from the remaining rotation, Rz(-yaw) R.
Eigen::Vector3d rpy_of(const Eigen::Matrix3d& R) {
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  const Eigen::Matrix3d rest = rotation_z(-yaw) * R;
  return {std::atan2(-rest(1, 2), rest(1, 1)), std::atan2(-rest(2, 0), rest(0, 0)), yaw};
}

// Rodrigues' formula, R = c 1 + s [a]x + (1 - c) a a^T.
Eigen::Matrix3d rotation_about(const Eigen::Vector3d& axis, double angle) {
  const auto [s, c] = sin_cos(angle);
  const Eigen::Vector3d sa = s * axis, ca = (1 - c) * axis;
  return Eigen::Matrix3d{
      {ca.x() * axis.x() + c, ca.x() * axis.y() - sa.z(), ca.x() * axis.z() + sa.y()},
      {ca.x() * axis.y() + sa.z(), ca.y() * axis.y() + c, ca.y() * axis.z() - sa.x()},
      {ca.x() * axis.z() - sa.y(), ca.y() * axis.z() + sa.x(), ca.z() * axis.z() + c},
  };
}

}  // namespace invdyn
