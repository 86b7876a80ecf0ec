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
  const auto legs = near.empty() && is_foot ? feet(robot) : std::nullopt;
  if (legs) near = "; its feet seem to be " + in_quotes(legs->first) + " and " + in_quotes(legs->second);
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

std::string text_of_origin(const Robot& robot, std::size_t link) {
  const Joint* const joint = link > 0 ? &robot.joints()[link - 1] : nullptr;  // none: the base
  const bool is_on_axis =
      joint && joint->is_revolute() && joint->T_joint_link.translation().cross(joint->axis).norm() < 1e-9;
  return "the origin of link " + in_quotes(robot.links()[link].name) +
         (is_on_axis ? ", on the axis of joint " + in_quotes(joint->name) : "");
}

}  // namespace invdyn
