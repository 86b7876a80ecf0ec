#include "trapezoid.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "../error.h"
#include "../number.h"

namespace invdyn {
namespace {

// The profile for a unit change in unit time at s = k/n in [0, 1].
struct Profile {
  double position, velocity, acceleration;
};

Profile profile_at(std::size_t k, std::size_t n) {
  const double s = static_cast<double>(k) / static_cast<double>(n);
  const double rest = static_cast<double>(n - k) / static_cast<double>(n);  // 1 - s
  if (3 * k < n) return {2.25 * s * s, 4.5 * s, 4.5};
  if (3 * k < 2 * n) return {(6 * s - 1) / 4, 1.5, 0};
  return {1 - 2.25 * rest * rest, 4.5 * rest, -4.5};
}

std::size_t intervals_of(double duration, const TimeGrid& grid) {
  const double intervals = std::round(duration / grid.step());
  if (!(intervals < 1e15))
    throw UsageError("--duration", "takes more than 1e15 steps: expected a shorter time or a longer step");
  const double covered = intervals * grid.step();
  if (std::abs(covered - duration) <= 1e-9 * duration) return static_cast<std::size_t>(intervals);
  const auto below = static_cast<std::size_t>(std::floor(duration / grid.step()));
  const std::string above = shortest(grid.time(below + 1));
  throw UsageError("--duration",
                   shortest(duration) + " s is no multiple of the step, " + shortest(grid.step()) + " s: " +
                       (below > 0 ? "the nearest are " + shortest(grid.time(below)) + " and " + above
                                  : "the nearest is " + above));
}

}  // namespace

Trapezoid::Trapezoid(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double duration,
                     const TimeGrid& grid)
    : from_(from), to_(to), duration_(duration), grid_(grid), intervals_(intervals_of(duration, grid)) {
  assert(from.size() == to.size() && duration > 0);
  if (!((to - from) * (4.5 / (duration * duration))).allFinite() ||
      !((to - from) * (4.5 / duration)).allFinite())
    throw UsageError("--duration",
                     "the accelerations from --from to --to in " + shortest(duration) +
                         " s are too large for a number: expected a longer time or a shorter way");
}

void Trapezoid::fill(std::size_t first_row, Block& block) const {
  block.first_row = first_row;
  block.rows = std::min(block.capacity, rows() - first_row);
  block.last = first_row + block.rows == rows();
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(block.rows); ++row) {
    const std::size_t k = first_row + static_cast<std::size_t>(row);
    const Profile profile = profile_at(k, intervals_);
    block.t[row] = grid_.time(k);
    for (Eigen::Index j = 0; j < from_.size(); ++j) {
      const double change = to_[j] - from_[j];
      block.q(row, j) = std::lerp(from_[j], to_[j], profile.position);
      // Adding zero turns a negative zero into a plain one.
      block.dq(row, j) = change * profile.velocity / duration_ + 0.0;
      block.ddq(row, j) = change * profile.acceleration / (duration_ * duration_) + 0.0;
    }
  }
}

}  // namespace invdyn
