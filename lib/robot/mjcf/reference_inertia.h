#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "../model/robot.h"

namespace invdyn {

using SpatialVector = Eigen::Matrix<double, 6, 1>;
using SpatialMatrix = Eigen::Matrix<double, 6, 6>;

/// Turning about an axis through a point, or sliding along it: angular velocity, velocity at the origin.
SpatialVector turning(const Eigen::Vector3d& axis, const Eigen::Vector3d& point);
SpatialVector sliding(const Eigen::Vector3d& axis);

/// A tree of bodies with all its degrees of freedom in its reference configuration, in the axes of the world
/// and about its origin. Each body comes after its parent, the degrees of freedom in the order of bodies.
struct ReferenceTree {
  struct Body {
    std::optional<std::size_t> parent;
    SpatialMatrix inertia;
  };
  struct Freedom {
    std::size_t body;
    SpatialVector motion;
    double armature;
  };
  std::vector<Body> bodies;
  std::vector<Freedom> freedoms;

  void add_body(const std::optional<std::size_t>& parent, const MassProperties& in_world);

  /// The inertia that each degree of freedom feels while the others are free: 1 / (M^-1)_ii. Empty if the
  /// mass matrix M is not positive.
  std::vector<double> inertias() const;
};

}  // namespace invdyn
