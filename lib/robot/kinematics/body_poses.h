#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "../../lanes/kernel/rows.h"
#include "../../lanes/scalar/sin_cos.h"
#include "../model/bodies.h"

namespace invdyn {

/// Where all bodies of a robot are in the world, in one row of a motion.
struct BodyPoses {
  std::vector<Eigen::Matrix3d> R;  ///< takes coordinates in the body's axes to the world's
  std::vector<Eigen::Vector3d> p;  ///< the body's origin, m
  Eigen::Isometry3d T_world_base;
  std::vector<SinCos<double>> angles;  ///< of the revolute joints

  /// Finds them for row k; a base that moves is not at T_world_base.
  void find(const std::vector<Body>& bodies, const Eigen::Isometry3d& T_world_base, const MotionRows& rows,
            std::size_t k);
};

}  // namespace invdyn
