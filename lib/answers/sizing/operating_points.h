#pragma once

#include <vector>

#include "../../ground/base/within_memory.h"
#include "../../trajectory/data/sink.h"
#include "joint_rating.h"

namespace invdyn {

/// Speed and torque of every row: at the motor's shaft where the joint has a motor, else at the joint.
class OperatingPoints : public Sink {
 public:
  struct Point {
    double speed = 0, torque = 0;  ///< rad/s and N m, or m/s and N at a prismatic joint
  };

  /// The ratings are kept by reference.
  explicit OperatingPoints(const Ratings& ratings) : ratings_(ratings), points_(ratings.size()) {}
  void take(const Block& block) override;

  const std::vector<Point>& of(std::size_t joint) const { return points_[joint]; }
  /// The number of the row at this time, from 1; 0: there is none.
  std::size_t row_at(double time) const;

 private:
  const Ratings& ratings_;
  std::vector<double> times_;
  std::vector<std::vector<Point>> points_;
};

}  // namespace invdyn
