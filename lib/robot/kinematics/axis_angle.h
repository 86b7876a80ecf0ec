#pragma once

#include <Eigen/Core>

namespace invdyn {

/// A rotation as an axis and an angle.
struct AxisAngle {
  Eigen::Vector3d axis;  ///< unit vector; x for no rotation
  double angle;          ///< rad, 0 to pi
};

/// Axis and smallest angle of the rotation R; for half a turn, one of the two axes. Uses the unit quaternion
/// [Shepperd 1978], which keeps all digits for small angles and for half turns. Does not use the C library's
/// trigonometry, so that the bits are the same everywhere.
AxisAngle axis_angle_of(const Eigen::Matrix3d& R);

}  // namespace invdyn
