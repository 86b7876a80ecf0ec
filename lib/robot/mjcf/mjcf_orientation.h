#pragma once

#include <Eigen/Geometry>

#include "mjcf_element.h"
#include "mjcf_settings.h"

namespace invdyn {

/// mjMINVAL: what is smaller counts as 0.
inline constexpr double mujoco_min = 1e-15;

/// The orientation by `quat`, `axisangle`, `xyaxes`, `zaxis` or `euler`. Where an element and its defaults
/// say different ones, the last in this list counts, as in MuJoCo.
Eigen::Quaterniond mjcf_orientation(const MjcfElement& element, const MjcfSettings& settings);

/// The smallest rotation that takes z to this direction, which must not be zero.
Eigen::Quaterniond rotation_from_z(const Eigen::Vector3d& direction);

/// The quaternion of length 1, and the matrix of a unit quaternion, with the roundings of MuJoCo.
Eigen::Quaterniond rounded_unit(const Eigen::Quaterniond& quaternion);
Eigen::Matrix3d rotation_matrix(const Eigen::Quaterniond& unit);

/// Principal moments and their axes. The order is decreasing.
struct PrincipalFrame {
  Eigen::Vector3d moments;
  Eigen::Quaterniond axes = Eigen::Quaterniond::Identity();

  Eigen::Matrix3d matrix() const;  ///< in the axes of the frame that it was made in
};

/// Those of a symmetric matrix by Jacobi's method, with the order, the signs and the absolute tolerance of
/// 1e-12 of mju_eig3 [MuJoCo 2.2.2, engine_util_solve.c]: a product below it is dropped, and the frame of a
/// mesh depends on the order.
PrincipalFrame principal_frame(const Eigen::Matrix3d& matrix);

}  // namespace invdyn
