#pragma once

#include <Eigen/Core>

namespace invdyn {

/// A rotation as a turn about one axis.
struct AxisAngle {
  Eigen::Vector3d axis;  ///< unit vector; x where nothing turns
  double angle;          ///< rad, 0 to pi
};

/// The shortest turn that is the rotation R; of half a turn, one of the two. By way of the unit quaternion
/// [Shepperd 1978], which keeps all digits for small angles and for half turns; without the C library's
/// trigonometry, so that it is the same bits everywhere.
AxisAngle axis_angle_of(const Eigen::Matrix3d& R);

}  // namespace invdyn
