#include "unit_doubts.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "thresholds.h"
#include "window_values.h"

namespace invdyn {
namespace {

constexpr double degree = std::numbers::pi / 180, turn = 2 * std::numbers::pi;

double excess(const Joint& joint, double q) {
  return std::max({joint.limits.lower.value_or(q) - q, q - joint.limits.upper.value_or(q), 0.0});
}

// Of all that the joint reaches, if its numbers are so many times as large. Some logs count angles from the
// turn before or after.
double least_excess(const AngleExtent& angle, double scale) {
  const auto least = [&](double q) {
    return std::min(
        {excess(*angle.joint, q), excess(*angle.joint, q - turn), excess(*angle.joint, q + turn)});
  };
  return std::max(least(scale * angle.lowest), least(scale * angle.highest));
}

// The largest span of a joint's positions in this time, s, over the time. Noise hardly counts there, and a
// motion that returns does.
double span_speed(const MotionTrack& track, std::size_t joint, double window) {
  double fastest = 0;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t from = 0, to = 1; to < run.t.size(); ++to) {
      const double time = run.t[to] - run.t[from];
      if (time < window) continue;
      const double* q = run.q[joint].data();
      const auto [lowest, highest] = std::minmax_element(q + from, q + to + 1);
      fastest = std::max(fastest, (*highest - *lowest) / time);
      from = to;
    }
  return fastest;
}

// How many joints would be beyond their limits.
std::size_t beyond_limits(const std::vector<AngleExtent>& angles, double scale) {
  return static_cast<std::size_t>(std::count_if(angles.begin(), angles.end(), [&](const AngleExtent& angle) {
    const std::optional<double>& limit = angle.joint->limits.velocity;
    return least_excess(angle, scale) > doubtful::tolerance ||
           (limit && scale * angle.high_speed > doubtful::speed_in_other_unit * *limit);
  }));
}

// Whether the times are 0, 1, 2 and so on, or 1, 2, 3.
bool counts_rows(const MotionTrack& track) {
  constexpr std::size_t enough = 50;
  const std::vector<double>& t = track.runs().front().t;
  if (t.size() < enough || (t[0] != 0 && t[0] != 1)) return false;
  for (std::size_t k = 1; k < t.size(); ++k)
    if (t[k] - t[k - 1] != 1) return false;
  return true;
}

// The joint that moves at the largest part of its usual speed, on average over this time, s.
struct Fastest {
  const Joint* joint;
  double part, speed;
};

std::optional<Fastest> fastest_of(const Robot& robot, const MotionTrack& track, double window,
                                  bool are_degrees) {
  std::optional<Fastest> fastest;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double scale = are_degrees && joint.is_revolute() ? degree : 1;
    if (!(scale * (track.reach(j).highest - track.reach(j).lowest) > doubtful::moves)) continue;
    const double usual = joint.is_revolute() ? doubtful::usual_turn : doubtful::usual_slide;
    const double speed = scale * span_speed(track, j, window);
    const double part = speed / joint.limits.velocity.value_or(usual);
    if (part > (fastest ? fastest->part : 0)) fastest = {&joint, part, speed};
  }
  return fastest;
}

}  // namespace

std::vector<AngleExtent> angle_extents(const Robot& robot, const MotionTrack& track, bool is_motion) {
  constexpr double outliers = 0.03;  // of the speeds: angles may jump by a full turn
  std::vector<AngleExtent> angles;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (!joint.is_revolute()) continue;
    const MotionTrack::Reach& reach = track.reach(j);
    const std::size_t many = std::max(reach.points / 100, std::clamp<std::size_t>(reach.points / 10, 1, 3));
    angles.push_back({&joint, j, reach.lowest, reach.highest, 0, 0, reach.beyond_a_turn >= many});
    if (!is_motion || !joint.limits.velocity) continue;
    const WindowValues speeds = rates_of(track, &MotionTrack::Run::q, j);
    angles.back().usual_speed = exceeded_in(doubtful::share_of_motion, speeds);
    angles.back().high_speed = exceeded_in(outliers, speeds);
  }
  return angles;
}

bool keep_limits(const std::vector<AngleExtent>& angles, double scale) {
  return beyond_limits(angles, scale) == 0;
}

std::optional<std::string> degrees_doubt(const std::vector<AngleExtent>& angles) {
  const AngleExtent *outside = nullptr, *fast = nullptr;
  double most = doubtful::excess, fastest = doubtful::times_as_fast;
  std::size_t count = 0;  // far outside
  for (const AngleExtent& angle : angles) {
    const double beyond = least_excess(angle, 1);
    if (beyond > doubtful::excess && angle.is_beyond_a_turn) {
      ++count;
      if (beyond > most) {
        most = beyond;
        outside = &angle;
      }
    }
    const double limit = angle.joint->limits.velocity.value_or(0);
    if (limit > 0 && angle.usual_speed > fastest * limit) {
      fastest = angle.usual_speed / limit;
      fast = &angle;
    }
  }
  const std::size_t left = beyond_limits(angles, degree);
  if ((!outside && !fast) || doubtful::joints_to_one * left > count) return std::nullopt;
  const std::string evidence = outside ? "is at " + three_digits(outside->farthest()) + " rad, " +
                                             three_digits(most) + " rad outside its limits"
                                       : "moves at " + three_digits(fast->usual_speed) + " rad/s, " +
                                             three_digits(fastest) + " times its speed limit";
  const bool may_be_times =
      !outside && std::all_of(angles.begin(), angles.end(), [](const AngleExtent& angle) {
        return std::abs(angle.farthest()) < doubtful::two_turns;
      });
  return std::string(
             may_be_times
                 ? "are the times wrong, or are the angles in degrees? To replace wrong times, give `rate` HZ."
                 : "are the angles in degrees?") +
         " Joint " + in_quotes((outside ? outside : fast)->joint->name) + " " + evidence +
         ". With angles in degrees, all joints " + (left > 0 ? "but " + std::to_string(left) + " " : "") +
         "are within their limits";
}

std::optional<std::string> degrees_of_one_doubt(const std::vector<AngleExtent>& angles) {
  const AngleExtent* one = nullptr;
  std::size_t moving = 0;
  for (const AngleExtent& angle : angles) {
    if (!one && least_excess(angle, 1) > doubtful::excess && angle.is_beyond_a_turn)
      one = &angle;
    else if (std::abs(angle.farthest()) > turn / 2 || least_excess(angle, 1) > 0)
      return std::nullopt;
    else
      moving += angle.highest - angle.lowest > doubtful::some_angle;
  }
  if (!one || 2 * moving < angles.size() - 1 || moving < 2 || least_excess(*one, degree) > 0)
    return std::nullopt;
  return "is joint " + in_quotes(one->joint->name) + " in degrees? It is at " +
         three_digits(one->farthest()) + " rad, " + three_digits(least_excess(*one, 1)) +
         " rad outside its limits, and the other joints stay within half a turn. If it is in "
         "degrees, name its column " +
         in_quotes("q_" + one->joint->name + " (deg)");
}

std::optional<std::string> radians_doubt(const std::vector<AngleExtent>& angles) {
  double largest = 0;
  bool are_judged = false;
  for (const AngleExtent& angle : angles) {
    const double number = std::abs(angle.farthest()) / degree;
    const Limits& limits = angle.joint->limits;
    if (number > doubtful::two_turns) return std::nullopt;
    largest = std::max(largest, number);
    are_judged |= limits.lower || limits.upper || limits.velocity;
  }
  if (!are_judged || largest < doubtful::some_angle || !keep_limits(angles, 1 / degree)) return std::nullopt;
  return "are the angles in radians? All numbers are between -" + three_digits(largest) + " and " +
         three_digits(largest) +
         ". In radians, these numbers are within the joints' limits. If the angles are in radians, leave out "
         "`degrees`";
}

std::optional<std::string> millimetres_doubt(const Robot& robot, const MotionTrack& track) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const MotionTrack::Reach& reach = track.reach(j);
    if (joint.is_revolute() || reach.points == 0) continue;
    const auto beyond = [&](double scale) {
      return std::max(excess(joint, scale * reach.lowest), excess(joint, scale * reach.highest));
    };
    const double way = joint.limits.upper.value_or(0) - joint.limits.lower.value_or(0),
                 far = joint.limits.upper && joint.limits.lower
                           ? std::min(doubtful::far_outside, doubtful::ways_outside * way)
                           : doubtful::far_outside;
    if (!(beyond(1) > far) || beyond(1e-3) > std::min(doubtful::hardly_outside, way)) continue;
    const double farthest = -reach.lowest > reach.highest ? reach.lowest : reach.highest;
    return "is joint " + in_quotes(joint.name) + " in mm? It is at " + three_digits(farthest) + " m, " +
           three_digits(beyond(1)) +
           " m outside its limits. If the values are in mm, the joint is within its limits: name its column " +
           in_quotes("q_" + joint.name + " (mm)");
  }
  return std::nullopt;
}

std::optional<ClockDoubt> clock_doubt(const Robot& robot, const MotionTrack& track, bool is_given,
                                      bool are_degrees) {
  const double step = median_step(track);
  if (step < doubtful::long_step) return std::nullopt;
  const auto fastest = fastest_of(robot, track, std::max(0.99, 1.99 * step), are_degrees);
  const bool counts = !is_given && !are_degrees && counts_rows(track);
  if (!fastest || !(fastest->part < (counts ? doubtful::part_of_speed_of_count : doubtful::part_of_speed)))
    return std::nullopt;
  const std::string motion = "ows are " + three_digits(step) + " s apart, and " +
                             (are_degrees ? "with degrees " : "") + "the fastest joint, " +
                             in_quotes(fastest->joint->name) + ", moves at " + three_digits(fastest->speed) +
                             " " + std::string(unit_of(Quantity::dq, fastest->joint->is_revolute()));
  // A rate that was given may be the step: as such it makes the motion a usual one, too.
  const double as_step = fastest->part * step * step;
  if (is_given && step > doubtful::rate_as_step && as_step > doubtful::part_of_speed &&
      as_step < doubtful::times_as_fast)
    return ClockDoubt{"is " + six_digits(1 / step) + " the time between two rows in s? If the rate is " +
                          six_digits(1 / step) + " Hz, r" + motion,
                      "`dt` " + six_digits(1 / step), false};
  // The unit that makes the motion a usual one.
  constexpr const char* units[] = {"ms", "us", "ns"};
  std::size_t unit = 0;
  double factor = 1e-3;
  for (; unit < 2 && fastest->part / factor < doubtful::part_of_speed; ++unit) factor *= 1e-3;
  return ClockDoubt{
      std::string(counts ? "does the time column hold row numbers, or times in " : "is the time in ") +
          units[unit] + "? R" + motion,
      is_given ? "`rate` " + six_digits(1 / (step * factor))
               : std::string(counts ? "`rate` HZ, or `time-unit` " : "`time-unit` ") + units[unit],
      fastest->part >= doubtful::part_of_speed};
}

}  // namespace invdyn
