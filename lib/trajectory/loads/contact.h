#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../robot/model/touch_point.h"

namespace invdyn {

/// A link that the ground may carry. The ground pushes at points, and pulls nowhere: |f_t| <= friction f_n.
struct Contact {
  /// When its points bear: near the ground and slow, always, or as a column of the trajectory says.
  enum class When { near_ground, always, column };

  std::size_t link = 0;                               ///< index into Robot::links()
  std::string name = {};                              ///< of the link
  std::vector<TouchPoint> points;                     ///< at least one
  double friction = 0.7;                              ///< coefficient of friction
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< out of the ground, in world axes; a unit vector
  When when = When::near_ground;
  double height = 0.02;              ///< near the ground: above it at most, m
  double speed = 0.5;                ///< and slower than this, m/s
  std::size_t flag = 0;              ///< the column of Block::flags
  std::optional<double> above = {};  ///< the column's value is above this; none: it is not zero
};

}  // namespace invdyn
