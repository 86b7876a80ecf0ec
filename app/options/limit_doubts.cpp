#include "limit_doubts.h"

#include <numbers>
#include <optional>
#include <vector>

#include "ground/base/wording.h"
#include "joints_argument.h"
#include "trajectory/data/position_limits.h"
#include "trajectory/generate/speed_limit.h"

namespace invdyn {
namespace {

constexpr double degree = std::numbers::pi / 180;

// `may_be_degrees`: in degrees, all joints would keep their limits.
void report_for(const std::string& option, const BeyondLimits& beyond, bool may_be_degrees, Report& report) {
  if (beyond.joints.empty()) return;
  report.doubt(option, beyond.in_words() +
                           (may_be_degrees ? ": are the angles in degrees? Then give --degrees"
                                           : ": expected values that keep the limits of the robot's file"));
}

}  // namespace

void BeyondLimits::add(const std::string& about, const Joint& joint) {
  if (text.empty()) text = about;
  if (joints.empty() || joints.back() != joint.name) joints.push_back(joint.name);
}

std::string BeyondLimits::in_words() const {
  return text + (joints.size() > 1 ? " (joints beyond their limits: " + joined(joints) + ")" : "");
}

void doubt_positions(const std::string& option, const Eigen::VectorXd& values, const Robot& robot,
                     bool degrees, Report& report) {
  BeyondLimits beyond;
  bool may_be_degrees = !degrees;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double q = values[static_cast<Eigen::Index>(j)];
    const bool is_within = is_within_limits(joint, q);
    if (is_within && (degrees || !is_far_turned(joint, q))) continue;
    beyond.add(is_within
                   ? "joint " + in_quotes(joint.name) + " is at " + position_text(q, joint.is_revolute())
                   : beyond_limits_text(joint, q),
               joint);
    may_be_degrees = may_be_degrees && joint.is_revolute() && is_within_limits(joint, q * degree);
  }
  report_for(option, beyond, may_be_degrees, report);
}

void doubt_speeds(const std::string& option, const Eigen::VectorXd& values, const Robot& robot, bool degrees,
                  Report& report) {
  BeyondLimits beyond;
  bool may_be_degrees = !degrees;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double speed = values[static_cast<Eigen::Index>(j)];
    const auto text = beyond_speed_limit_text(joint, speed);
    if (!text) continue;
    beyond.add(*text, joint);
    may_be_degrees = may_be_degrees && joint.is_revolute() && !beyond_speed_limit_text(joint, speed * degree);
  }
  report_for(option, beyond, may_be_degrees, report);
}

}  // namespace invdyn
