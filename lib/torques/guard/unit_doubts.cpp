#include "unit_doubts.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../trajectory/data/position_limits.h"
#include "../../trajectory/data/quantity.h"
#include "thresholds.h"

namespace invdyn {
namespace {

constexpr double degree = std::numbers::pi / 180;

double excess(const Joint& joint, double q) {
  return std::max({joint.limits.lower.value_or(q) - q, q - joint.limits.upper.value_or(q), 0.0});
}

// Of all that the joint reaches, if its numbers are so many times as large. Some logs count angles from the
// turn before or after.
double least_excess(const Joint& joint, const JointExtent& extent, double scale) {
  constexpr double turn = 2 * std::numbers::pi;
  const auto least = [&](double q) {
    return std::min({excess(joint, q), excess(joint, q - turn), excess(joint, q + turn)});
  };
  return std::max(least(scale * extent.lowest), least(scale * extent.highest));
}

bool has_limits(const Joint& joint) {
  return joint.is_revolute() && (joint.limits.lower || joint.limits.upper || joint.limits.velocity);
}

double farthest(const JointExtent& extent) {
  return std::abs(extent.lowest) > std::abs(extent.highest) ? extent.lowest : extent.highest;
}

bool is_sound(const Joint& joint, const JointExtent& extent, double scale) {
  constexpr double outliers = 0.03;  // of the speeds: angles may jump by a full turn
  return least_excess(joint, extent, scale) <= doubtful::tolerance &&
         (!joint.limits.velocity || scale * extent.speed_exceeded_in(outliers) <=
                                        doubtful::speed_in_other_unit * *joint.limits.velocity);
}

bool all_are_sound(const Robot& robot, const std::vector<JointExtent>& joints, double scale) {
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (robot.moving_joint(j).is_revolute() && !is_sound(robot.moving_joint(j), joints[j], scale))
      return false;
  return true;
}

double speed_limit(const Joint& joint) {
  return joint.limits.velocity.value_or(joint.is_revolute() ? doubtful::usual_turn : doubtful::usual_slide);
}

}  // namespace

std::optional<std::string> degrees_doubt(const Robot& robot, const std::vector<JointExtent>& joints) {
  std::optional<std::size_t> outside, fast;
  double most = doubtful::excess, fastest = doubtful::times_as_fast;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (!joint.is_revolute()) continue;
    const double beyond = least_excess(joint, joints[j], 1);
    if (beyond > most && std::abs(farthest(joints[j])) > 2 * std::numbers::pi + doubtful::excess) {
      most = beyond;
      outside = j;
    }
    const double limit = joint.limits.velocity.value_or(0);
    const double speed = joints[j].speed_exceeded_in(doubtful::share_of_motion);
    if (limit > 0 && speed > fastest * limit) {
      fastest = speed / limit;
      fast = j;
    }
  }
  if ((!outside && !fast) || !all_are_sound(robot, joints, degree)) return std::nullopt;
  const std::size_t worst = outside ? *outside : *fast;
  const Joint& joint = robot.moving_joint(worst);
  const double q = farthest(joints[worst]);
  const std::string evidence =
      outside ? "is at " + three_digits(q) + " rad, " + three_digits(most) + " rad outside its limits"
              : "moves at " + three_digits(fastest * *joint.limits.velocity) + " rad/s, " +
                    three_digits(fastest) + " times its speed limit";
  return "are the angles in degrees? Joint " + in_quotes(joint.name) + " " + evidence +
         "; read as degrees, all joints keep their limits: `degrees`";
}

std::optional<std::string> radians_doubt(const Robot& robot, const std::vector<JointExtent>& joints) {
  double largest = 0;
  bool are_judged = false;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    if (!joint.is_revolute()) continue;
    const double number = std::abs(farthest(joints[j])) / degree;
    if (number > doubtful::two_turns) return std::nullopt;
    largest = std::max(largest, number);
    are_judged |= has_limits(joint);
  }
  if (!are_judged || largest < doubtful::some_angle || !all_are_sound(robot, joints, 1 / degree))
    return std::nullopt;
  return "are the angles in radians? Read as degrees, none is farther from zero than " +
         three_digits(largest) +
         " deg, and as radians all joints keep their limits too; if so, leave out `degrees`";
}

std::optional<std::string> clock_doubt(const Robot& robot, const std::vector<JointExtent>& joints,
                                       double step, bool is_given) {
  if (step < doubtful::long_step) return std::nullopt;
  std::optional<std::size_t> fastest;
  double part = 0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!joints[j].moves() || joints[j].slow_speed == 0) continue;
    const double of_limit = joints[j].slow_speed / speed_limit(robot.moving_joint(j));
    if (fastest && of_limit <= part) continue;
    part = of_limit;
    fastest = j;
  }
  if (!fastest || !(part < doubtful::part_of_speed)) return std::nullopt;
  // The unit that makes the motion a usual one.
  constexpr const char* units[] = {"ms", "us", "ns"};
  std::size_t unit = 0;
  double factor = 1e-3;
  for (; unit < 2 && part / factor < doubtful::part_of_speed; ++unit) factor *= 1e-3;
  const Joint& joint = robot.moving_joint(*fastest);
  return std::string("is the time in ") + units[unit] + "? Rows are " + three_digits(step) +
         " s apart, and the fastest joint, " + in_quotes(joint.name) + ", moves at " +
         three_digits(joints[*fastest].slow_speed) + " " +
         std::string(unit_of(Quantity::dq, joint.is_revolute())) + ": " +
         (is_given ? "`rate` " + six_digits(1 / (step * factor))
                   : std::string("`time-unit` ") + units[unit] + ", or `time-unit` s if s is right");
}

}  // namespace invdyn
