#include "operating_points.h"

#include <algorithm>

namespace invdyn {

void OperatingPoints::take(const Block& block) {
  expect_kept_rows("the trajectory", times_.size() + block.own_end() - block.own_begin(),
                   2 * points_.size() + 1);
  for (std::size_t row = block.own_begin(); row < block.own_end(); ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    times_.push_back(block.t[k]);
    for (std::size_t j = 0; j < points_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const double dq = block.dq(k, column), tau = block.tau(k, column);
      const JointRating& rating = ratings_[j];
      points_[j].push_back(
          rating.motor ? Point{rating.shaft.ratio() * dq, rating.shaft.torque(dq, block.ddq(k, column), tau)}
                       : Point{dq, tau});
    }
  }
}

std::size_t OperatingPoints::row_at(double time) const {
  const auto found = std::lower_bound(times_.begin(), times_.end(), time);
  return found == times_.end() || *found != time ? 0 : static_cast<std::size_t>(found - times_.begin()) + 1;
}

}  // namespace invdyn
