#include "point_to_point.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/text/number.h"

namespace invdyn {
PointToPoint::PointToPoint(Profile profile, const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                           double duration, const TimeGrid& grid)
    : profile_(profile),
      from_(from),
      to_(to),
      duration_(duration),
      grid_(grid),
      intervals_(grid.intervals(duration)) {
  assert(from.size() == to.size() && duration > 0);
  constexpr double steepest = 6;  // maximum acceleration of all profiles, for a unit distance in unit time
  if (!((to - from) * (steepest / (duration * duration))).allFinite() ||
      !((to - from) * (steepest / duration)).allFinite())
    throw UsageError("`duration`",
                     "the accelerations from `from` to `to` in " + shortest(duration) +
                         " s are too large to compute: expected a longer time or a shorter distance");
}

void PointToPoint::fill(std::size_t first_row, Block& block) const {
  block.first_row = first_row;
  block.rows = std::min(block.capacity, rows() - first_row);
  block.last = first_row + block.rows == rows();
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row) {
    const std::size_t k = first_row + static_cast<std::size_t>(row);
    const ProfilePoint point = at(profile_, k, intervals_);
    block.t[row] = grid_.time(k);
    for (Eigen::Index j = 0; j < from_.size(); ++j) {
      const double change = to_[j] - from_[j];
      block.q(row, j) = std::lerp(from_[j], to_[j], point.position);
      // Adding zero changes a negative zero into a positive one.
      block.dq(row, j) = change * point.velocity / duration_ + 0.0;
      block.ddq(row, j) = change * point.acceleration / (duration_ * duration_) + 0.0;
    }
  }
}

}  // namespace invdyn
