#pragma once

#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "path_curve.h"

namespace invdyn {

/// A joint at a point of a path. At the speed y = ds/dt along the path, with its rate u = dy/dt, the joint's
/// torque is inertia u + square y^2 + linear y + rest + coulomb, N m or N.
struct PathPoint {
  double dq = 0,
         ddq = 0;  ///< first and second derivative of q by s: velocity dq y, acceleration dq u + ddq y^2
  double inertia = 0, square = 0, linear = 0;
  double rest = 0;     ///< the torque at rest: gravity, springs, wrenches, offsets
  double coulomb = 0;  ///< dry friction while y > 0
};

/// The torques of a stretch at points of its path [Bobrow, Dubowsky & Gibson, Int. J. Robotics Research 4
/// (1985) 3-17]. The points are all knots of the curve and about `count` more, graded like 3 t^2 - 2 t^3:
/// they are dense at the ends, where the motion is slow. Torques must be quadratic in the speed.
class PathTorques {
 public:
  PathTorques(const PathCurve& curve, const TrajectoryTorques& dynamics, std::size_t count);

  std::size_t dof() const { return dof_; }
  std::size_t size() const { return lengths_.size(); }
  const std::vector<double>& lengths() const { return lengths_; }  ///< s of each point
  const PathPoint& at(std::size_t point, std::size_t joint) const { return points_[point * dof_ + joint]; }

 private:
  std::size_t dof_;
  std::vector<double> lengths_;
  std::vector<PathPoint> points_;  // point by point
};

}  // namespace invdyn
