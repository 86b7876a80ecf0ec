#pragma once

#include <Eigen/Core>

namespace invdyn {

/// A plane that carries the robot.
struct Ground {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< any point on it, m
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< upwards, a unit vector
};

}  // namespace invdyn
