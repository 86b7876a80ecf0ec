#include "speed_ramps.h"

#include <algorithm>
#include <cmath>

#include "../../lanes/scalar/cube_root.h"

namespace invdyn {

SpeedRamps SpeedRamps::lasting(double other_duration) const {
  const double factor = duration > 0 ? other_duration / duration : 0;
  return {other_duration, accelerating * factor, braking * factor, jerking * factor};
}

SpeedRamps shortest_ramps(double way, const MotionLimits& limits) {
  const auto [velocity, acceleration, jerk] = limits;
  // Uses the limits of velocity and jerk. Uses the limit of acceleration only if there is time to reach it.
  const bool gentle = velocity * jerk < acceleration * acceleration;
  double jerking = gentle ? std::sqrt(velocity / jerk) : acceleration / jerk;
  double ramp = gentle ? 2 * jerking : jerking + velocity / acceleration;
  const double coasting = way / velocity - ramp;
  if (coasting >= 0) return {2 * ramp + coasting, ramp, ramp, jerking};
  // The distance is too short to reach the velocity limit.
  jerking = acceleration / jerk;
  if (way >= 2 * acceleration * jerking * jerking) {
    ramp = jerking / 2 + std::sqrt(jerking * jerking / 4 + way / acceleration);
  } else {
    jerking = cube_root(way / (2 * jerk));
    ramp = 2 * jerking;
  }
  return {2 * ramp, ramp, ramp, jerking};
}

SpeedRamps shortest_ramps(double way, const MotionLimits& limits, double accelerating, double braking) {
  const double speed = 1 / (1 - (accelerating + braking) / 2);  // maximum, for unit distance and time
  const double duration =
      std::max(way * speed / limits.velocity,
               std::sqrt(way * speed / (std::min(accelerating, braking) * limits.acceleration)));
  return {duration, accelerating * duration, braking * duration, 0};
}

void append_ramps(PiecewisePolynomial& motion, double end, double from, double to, const SpeedRamps& ramps) {
  const double begin = motion.end();
  if (from == to) return motion.append(end, begin, {from});
  const double T_a = ramps.accelerating, T_d = ramps.braking, T_j = ramps.jerking;
  const double v = (to - from) / (ramps.duration - (T_a + T_d) / 2);
  const double a = v / (T_a - T_j), d = v / (T_d - T_j);
  const double up = T_j > 0 ? a / T_j : 0, down = T_j > 0 ? d / T_j : 0;  // jerks

  const double full_speed = begin + T_a, brakes = end - T_d;
  motion.append(begin + T_j, begin, {from, 0, 0, up / 6});
  motion.append(full_speed - T_j, begin + T_j, {from + a * T_j * T_j / 6, a * T_j / 2, a / 2});
  motion.append(full_speed, full_speed, {from + v * T_a / 2, v, 0, -up / 6});
  motion.append(brakes, full_speed, {from + v * T_a / 2, v});
  motion.append(brakes + T_j, brakes, {to - v * T_d / 2, v, 0, -down / 6});
  motion.append(end - T_j, end - T_j, {to - d * T_j * T_j / 6, d * T_j / 2, -d / 2});
  motion.append(end, end, {to, 0, 0, down / 6});
}

}  // namespace invdyn
