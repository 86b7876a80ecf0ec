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

// Of the first joint, and the names of others.
struct Beyond {
  std::string text = {};
  std::vector<std::string> joints = {};
  bool are_degrees = true;

  void add(const std::string& what, const std::string& joint, bool may_be_degrees) {
    if (text.empty()) text = what;
    joints.push_back(joint);
    are_degrees = are_degrees && may_be_degrees;
  }

  void report_for(const std::string& option, bool degrees, Report& report) const {
    if (joints.empty()) return;
    report.doubt(
        option, text + (joints.size() > 1 ? " (beyond theirs: " + joined(joints) + ")" : "") +
                    (are_degrees && !degrees ? ": are the angles in degrees? Then --degrees reads them"
                                             : ": expected values that keep the limits of the robot's file"));
  }
};

}  // namespace

void doubt_positions(const std::string& option, const Eigen::VectorXd& values, const Robot& robot,
                     bool degrees, Report& report) {
  Beyond beyond;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double q = values[static_cast<Eigen::Index>(j)];
    const bool is_far = !degrees && is_far_turned(joint, q);
    if (is_within_limits(joint, q) && !is_far) continue;
    beyond.add(is_within_limits(joint, q)
                   ? "joint " + in_quotes(joint.name) + " is at " + position_text(q, joint.is_revolute())
                   : beyond_limits_text(joint, q),
               joint.name, joint.is_revolute() && is_within_limits(joint, q * degree));
  }
  beyond.report_for(option, degrees, report);
}

void doubt_speeds(const std::string& option, const Eigen::VectorXd& values, const Robot& robot, bool degrees,
                  Report& report) {
  Beyond beyond;
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double speed = values[static_cast<Eigen::Index>(j)];
    if (const auto text = beyond_speed_limit_text(joint, speed))
      beyond.add(*text, joint.name, joint.is_revolute() && !beyond_speed_limit_text(joint, speed * degree));
  }
  beyond.report_for(option, degrees, report);
}

}  // namespace invdyn
