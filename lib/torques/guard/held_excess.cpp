#include "held_excess.h"

#include <algorithm>
#include <cmath>

#include "thresholds.h"

namespace invdyn {

double limit_of(const Joint& joint, Quantity quantity) {
  return (quantity == Quantity::dq ? joint.limits.velocity : joint.limits.effort).value_or(0);
}

HeldExcess::HeldExcess(const Robot& robot, Quantity quantity) : quantity_(quantity) {
  for (std::size_t j = 0; j < robot.dof(); ++j)
    joints_.push_back({limit_of(robot.moving_joint(j), quantity)});
}

void HeldExcess::take(const Block& block) {
  const std::size_t begin = block.own_begin(), end = block.own_end();
  if (begin == end) return;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    OfJoint& joint = joints_[j];
    if (!(joint.limit > 0)) continue;
    const double* column = values(block, quantity_).data() + j * block.capacity;
    const Range range = kernel_.range(column + begin, end - begin);
    if (std::max(range.maximum, -range.minimum) <= joint.limit)
      joint.rows = 0;
    else
      for (std::size_t row = begin; row < end; ++row)
        see(joint, column[row], block.t[static_cast<Eigen::Index>(row)]);
  }
}

void HeldExcess::see(OfJoint& joint, double value, double t) {
  if (!(std::abs(value) > doubtful::beyond_limit * joint.limit)) {
    joint.rows = 0;
    return;
  }
  if (joint.rows == 0 || joint.is_positive != (value > 0)) {
    joint.rows = 0;
    joint.since = t;
    joint.largest = 0;
    joint.is_positive = value > 0;
  }
  ++joint.rows;
  joint.largest = std::max(joint.largest, std::abs(value));
  if (joint.rows >= doubtful::held_rows && t - joint.since >= doubtful::held_time)
    joint.peak = std::max(joint.peak, joint.largest);
}

}  // namespace invdyn
