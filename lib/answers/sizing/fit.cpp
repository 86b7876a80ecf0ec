#include "fit.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "time_scaling.h"
#include "verdict.h"

namespace invdyn {
namespace {

// Positions are the same at every speed. At this very low speed, torques are the static torques along the
// path.
std::vector<LimitCheck> checks_at_rest(const Ratings& ratings, const RecordedMotion& motion,
                                       const TrajectoryTorques& dynamics) {
  constexpr double slowest = 1e-6;
  std::vector<LimitCheck> checks =
      check_limits(ratings, loads_of_cycle(ratings, dynamics, {&motion, 1}, slowest));
  for (LimitCheck& check : checks)
    if (check.time) check.time = motion.begin() + (*check.time - motion.begin()) * slowest;
  return checks;
}

}  // namespace

Fit shortest_fit(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics) {
  if (!dynamics.are_quadratic())
    throw Error("`fit-duration`",
                "needs torques that are a quadratic function of the speed, but this robot's friction "
                "depends on the load or follows a curve over speed: use a robot without friction.load and "
                "without friction.curve, or give `no-friction`");
  Fit fit;
  fit.checks = checks_at_rest(ratings, motion, dynamics);
  if (breaks_a_position(fit.checks)) return fit;
  fit.speed = largest_speed(ratings, {&motion, 1}, dynamics);
  if (fit.speed == 0) return fit;
  if (std::isinf(fit.speed))
    throw Error("`fit-duration`",
                "no limit bounds the speed of this motion: give `motors`, or write limits of speed or torque "
                "into the robot's description");
  fit.loads.emplace(loads_of_cycle(ratings, dynamics, {&motion, 1}, fit.speed));
  fit.checks = check_limits(ratings, *fit.loads);
  if (any_broken(fit.checks))
    throw Error("`fit-duration`", "the computed duration exceeds a limit because of rounding: " +
                                      limit_text(ratings, *worst_of(fit.checks)) +
                                      ": expected rows without extremely large or small values");
  return fit;
}

}  // namespace invdyn
