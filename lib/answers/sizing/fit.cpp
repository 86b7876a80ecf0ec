#include "fit.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "sizing_tables.h"
#include "time_scaling.h"

namespace invdyn {
namespace {

MotionLoads loads_at(double speed, const Ratings& ratings, const RecordedMotion& motion,
                     const TrajectoryTorques& dynamics) {
  MotionLoads loads(ratings);
  motion.replay(speed, dynamics, loads);
  return loads;
}

// Positions are the same at every speed. At this very low speed, torques are the static torques along the
// path.
std::vector<LimitCheck> checks_at_rest(const Ratings& ratings, const RecordedMotion& motion,
                                       const TrajectoryTorques& dynamics) {
  constexpr double slowest = 1e-6;
  std::vector<LimitCheck> checks = check_limits(ratings, loads_at(slowest, ratings, motion, dynamics));
  for (LimitCheck& check : checks)
    if (check.time) check.time = motion.begin() + (*check.time - motion.begin()) * slowest;
  return checks;
}

bool breaks_a_position(const std::vector<LimitCheck>& checks) {
  return std::any_of(checks.begin(), checks.end(), [](const LimitCheck& check) {
    return check.kind == LimitKind::position && check.demand && check.demand->broken;
  });
}

}  // namespace

Fit shortest_fit(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics) {
  if (!dynamics.are_quadratic())
    throw Error("`fit-duration`",
                "friction that depends on the load or on a curve is no square of the speed: expected a robot "
                "without friction.load and friction.curve, or `no-friction`");
  Fit fit;
  fit.checks = checks_at_rest(ratings, motion, dynamics);
  if (breaks_a_position(fit.checks)) return fit;
  fit.speed = largest_speed(ratings, motion, dynamics);
  if (fit.speed == 0) return fit;
  if (std::isinf(fit.speed))
    throw Error("`fit-duration`",
                "no limit bounds the speed of this motion: expected limits of speed or torque in the robot's "
                "description, or `motors`");
  fit.loads.emplace(loads_at(fit.speed, ratings, motion, dynamics));
  fit.checks = check_limits(ratings, *fit.loads);
  if (any_broken(fit.checks))
    throw Error("`fit-duration`",
                "the motion made " + six_digits(fit.speed) + " times as fast breaks a limit: " +
                    broken_text(ratings, *worst_of(fit.checks)) + ": expected rows of sensible size");
  return fit;
}

}  // namespace invdyn
