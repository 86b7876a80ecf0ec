#include "time_grid.h"

#include <string>

#include "../error.h"
#include "../number.h"

namespace invdyn {

std::size_t TimeGrid::intervals(double duration) const {
  const double intervals = std::round(duration / step_);
  if (!(intervals < 1e15))
    throw UsageError("--duration", "takes more than 1e15 steps: expected a shorter time or a longer step");
  const double covered = intervals * step_;
  if (std::abs(covered - duration) <= 1e-9 * duration) return static_cast<std::size_t>(intervals);
  const auto below = static_cast<std::size_t>(std::floor(duration / step_));
  const std::string above = shortest(time(below + 1));
  throw UsageError("--duration", shortest(duration) + " s is no multiple of the step, " + shortest(step_) +
                                     " s: " +
                                     (below > 0 ? "the nearest are " + shortest(time(below)) + " and " + above
                                                : "the nearest is " + above));
}

}  // namespace invdyn
