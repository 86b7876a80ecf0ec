#include "link_argument.h"

#include "ground/base/error.h"
#include "ground/base/lower_case.h"
#include "ground/base/nearest_name.h"
#include "ground/base/wording.h"
#include "robot/model/bodies.h"
#include "robot/model/legs.h"

namespace invdyn {
namespace {

// The links that move and carry no other one.
std::vector<std::size_t> last_links(const Robot& robot) {
  std::vector<bool> carries(robot.links().size(), false);
  for (const Joint& joint : robot.joints()) carries[joint.parent] = true;
  const std::vector<LinkPlacement> seats = link_seats(robot.with_independent_mimics());
  std::vector<std::size_t> last;
  for (std::size_t i = 0; i < carries.size(); ++i)
    if (!carries[i] && (seats[i].body || robot.base_floats())) last.push_back(i);
  return last;
}

}  // namespace

std::size_t link_argument(const std::string& option, const std::string& name, const Robot& robot) {
  const auto& links = robot.links();
  std::vector<std::string> names;
  for (std::size_t i = robot.base_floats() ? 0 : 1; i < links.size(); ++i) {
    if (links[i].name == name) return i;
    names.push_back(links[i].name);
  }
  std::string near = did_you_mean(name, names);
  const bool is_foot = option.starts_with("--contact") || lower_case(name).find("foot") != name.npos;
  const std::string legs = near.empty() && is_foot ? text_of_feet(robot) : "";
  if (!legs.empty()) near = "; its feet seem to be " + legs;
  if (name.find(',') != name.npos) near = "; give one link each time: the option may be repeated";
  throw UsageError(option, "is " + in_quotes(name) +
                               (name == links[0].name ? ", the base, which does not move" : "") +
                               ": expected one of " + joined(names) + near);
}

std::size_t sole_last_link(const std::string& option, const std::string& missing, const std::string& expected,
                           const Robot& robot) {
  const auto last = last_links(robot);
  if (last.size() == 1) return last.front();
  std::vector<std::string> names;
  for (const std::size_t i : last) names.push_back(robot.links()[i].name);
  throw UsageError(option, missing + ", and " + robot.name() + " has more than one last link (" +
                               joined(names) + "): expected " + expected);
}

std::string text_of_finger(const Robot& robot, std::size_t link) {
  while (link > 0 && !robot.joints()[link - 1].moves()) link = robot.joints()[link - 1].parent;
  if (link == 0) return "";
  const Joint& joint = robot.joints()[link - 1];
  const std::string& name = robot.links()[link].name;
  const std::string joint_name = lower_case(joint.name), link_name = lower_case(name);
  bool is_finger = joint_name.find("grip") != joint_name.npos;  // a link "gripper" may be the whole one
  for (const char* word : {"finger", "jaw", "claw"})
    is_finger |= joint_name.find(word) != joint_name.npos || link_name.find(word) != link_name.npos;
  if (!is_finger) return "";
  return "link " + in_quotes(name) + ", which seems to be a finger (moved by joint " + in_quotes(joint.name) +
         "). To put the payload on the link that carries the finger, give link=" +
         robot.links()[joint.parent].name;
}

std::string text_of_origin(const Robot& robot, std::size_t link) {
  const Joint* const joint = link > 0 ? &robot.joints()[link - 1] : nullptr;  // none: the base
  const bool is_on_axis =
      joint && joint->is_revolute() && joint->T_joint_link.translation().cross(joint->axis).norm() < 1e-9;
  return "the origin of link " + in_quotes(robot.links()[link].name) +
         (is_on_axis ? ", on the axis of joint " + in_quotes(joint->name) : "");
}

}  // namespace invdyn
