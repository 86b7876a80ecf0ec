#include "lock_argument.h"

#include <algorithm>
#include <numbers>

#include "arguments.h"
#include "command_line/offers.h"
#include "ground/base/error.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "ground/text/number.h"
#include "joints_argument.h"
#include "robot/model/names.h"

namespace invdyn {
namespace {

std::size_t moving_joint_named(const std::string& option, const std::string& name, const Robot& robot) {
  const auto& joints = robot.joints();
  const auto found =
      std::find_if(joints.begin(), joints.end(), [&](const Joint& joint) { return joint.name == name; });
  const auto names = moving_joint_names(robot);
  if (found == joints.end())
    throw UsageError(option, invdyn::in_quotes(name) + " is no joint of " + robot.name() +
                                 ": expected one of " + joined(names) + did_you_mean(name, names));
  if (!found->moves())
    throw UsageError(
        option, "joint " + invdyn::in_quotes(name) + " is fixed already: expected one of " + joined(names));
  if (found->mimic)
    throw UsageError(option, "joint " + invdyn::in_quotes(name) + " follows joint " +
                                 invdyn::in_quotes(joints[found->mimic->joint].name) +
                                 ": to lock both joints, lock joint " +
                                 invdyn::in_quotes(joints[found->mimic->joint].name) +
                                 ". To lock only one joint, give --independent-mimic");
  return static_cast<std::size_t>(found - joints.begin());
}

JointLock lock_argument(const std::string& option, const std::string& text, const Robot& robot,
                        bool degrees) {
  // The last one: a name may hold the sign, a number cannot.
  const std::size_t sign = text.rfind('=');
  if (sign == std::string::npos)
    throw UsageError(option, invdyn::in_quotes(text) + " has no \"=\": expected JOINT=VALUE, such as " +
                                 robot.moving_joint(0).name + "=0.5");
  const std::string name(trimmed(std::string_view(text).substr(0, sign)));
  const std::size_t index = moving_joint_named(option, name, robot);
  const bool in_degrees = degrees && robot.joints()[index].is_revolute();
  const std::string value = text.substr(sign + 1);
  const auto position = parse_finite(value);
  refuse_degrees(option, value, degrees, name + '=');
  if (!position)
    throw UsageError(option, name + " is " + invdyn::in_quotes(value) + ": expected a finite number (" +
                                 (in_degrees                            ? "deg"
                                  : robot.joints()[index].is_revolute() ? "rad"
                                                                        : "m") +
                                 ")");
  return {index, *position * (in_degrees ? std::numbers::pi / 180 : 1)};
}

}  // namespace

std::vector<JointLock> locks_argument(const std::string& option, const std::vector<std::string>& texts,
                                      const Robot& robot, bool degrees) {
  if (robot.dof() == 0 && !texts.empty())
    throw UsageError(option, "fixes joints, but no joint of " + robot.name() + " moves: leave out --lock");
  std::vector<JointLock> locks;
  for (const std::string& text : texts)
    for (const std::string& word : words_argument(text)) {
      const JointLock lock = lock_argument(option, word, robot, degrees);
      for (const JointLock& other : locks)
        if (other.joint == lock.joint)
          throw UsageError(option, "locks " + invdyn::in_quotes(robot.joints()[lock.joint].name) +
                                       " twice: expected each joint once");
      locks.push_back(lock);
    }
  if (locks.size() == robot.dof() && !robot.base_floats())
    throw UsageError(option, "locks every joint that moves (" + joined(moving_joint_names(robot)) +
                                 "): expected at least one joint without a lock");
  return locks;
}

CLI::Option* offer_joint_values(CLI::Option* option) {
  return offer(option, {{{.names = RobotNames::joints, .sign_follows = true}}});
}

}  // namespace invdyn
