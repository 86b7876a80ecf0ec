#include "time_grid.h"

#include <string>

#include "../../ground/base/error.h"
#include "../../ground/text/number.h"

namespace invdyn {

namespace {

std::size_t countable(double intervals, const std::string& origin) {
  if (!(intervals < 1e15))
    throw UsageError(origin, "takes more than 1e15 steps: expected a shorter time or a longer step");
  return static_cast<std::size_t>(intervals);
}

}  // namespace

std::size_t TimeGrid::intervals(double duration, const std::string& origin) const {
  const double intervals = std::round(duration / step_);
  const std::size_t count = countable(intervals, origin);
  const double covered = intervals * step_;
  if (std::abs(covered - duration) <= 1e-9 * duration) return count;
  const auto below = static_cast<std::size_t>(std::floor(duration / step_));
  const std::string above = shortest(time(below + 1));
  throw UsageError(origin, shortest(duration) + " s is not a multiple of the step, " + shortest(step_) +
                               " s: " +
                               (below > 0 ? "the nearest are " + shortest(time(below)) + " and " + above
                                          : "the nearest is " + above));
}

std::size_t TimeGrid::intervals_for(double duration) const {
  constexpr double rounding = 1e-12;
  return countable(std::ceil(duration / step_ * (1 - rounding)), "the shortest motion within the limits");
}

}  // namespace invdyn
