#pragma once

#include <Eigen/Core>

namespace invdyn {

/// A point of a link that may touch the ground: the lowest one of a sphere.
struct TouchPoint {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in the link's axes, m
  double radius = 0;                                 ///< m; 0: the centre itself
};

}  // namespace invdyn
