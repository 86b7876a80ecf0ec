#pragma once

#include <Eigen/Core>

namespace invdyn {

/// Rotations by an angle (rad), about the coordinate axes. They use our own sine and cosine, so that a
/// robot's constants have the same bits on every processor.
Eigen::Matrix3d rotation_x(double angle);
Eigen::Matrix3d rotation_y(double angle);
Eigen::Matrix3d rotation_z(double angle);
/// Rz(yaw) Ry(pitch) Rx(roll), of (roll, pitch, yaw).
Eigen::Matrix3d rotation_rpy(const Eigen::Vector3d& rpy);
/// (roll, pitch, yaw) of the rotation R, pitch from -pi/2 to pi/2. rotation_rpy() of them is R to rounding,
/// also for a pitch of +-pi/2, where roll and yaw are not unique.
Eigen::Vector3d rpy_of(const Eigen::Matrix3d& R);
/// Rotation about any unit vector.
Eigen::Matrix3d rotation_about(const Eigen::Vector3d& axis, double angle);

}  // namespace invdyn
