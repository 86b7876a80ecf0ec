#include "robot_names.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <optional>

#include "ground/base/visible_text.h"
#include "robot/files/read.h"
#include "robot/files/xacro.h"
#include "robot/model/names.h"

namespace invdyn {
namespace {

// Nothing is printed: the shell shows what it had.
[[noreturn]] void give_up(int) {
  ::_exit(1);
}

std::optional<RobotFile> read_quietly(const NamedRobot& robot) {
  // A press of the Tab key must not run another program.
  if (is_xacro_name(robot.path_or_name)) return std::nullopt;
  std::error_code fault;
  if (is_file(robot.path_or_name) && !std::filesystem::is_regular_file(robot.path_or_name, fault))
    return std::nullopt;
  constexpr unsigned max_seconds = 2;
  std::signal(SIGALRM, give_up);
  ::alarm(max_seconds);
  std::optional<RobotFile> found;
  try {
    found = read_robot_file(robot.path_or_name,
                            {.independent_mimics = robot.independent_mimics,
                             .without_motion = true,
                             .include_outside = robot.include_outside,
                             .fix_all = true},
                            [](const std::string&) {});
  } catch (const std::exception&) {
  }
  ::alarm(0);
  return found;
}

}  // namespace

std::vector<Candidate> names_of(const NamedRobot& robot, RobotNames which) {
  std::vector<Candidate> names;
  if (which == RobotNames::none || robot.path_or_name.empty()) return names;
  const std::optional<RobotFile> file = read_quietly(robot);
  if (!file) return names;
  const Robot& found = file->robot;
  if (which == RobotNames::joints)
    for (std::size_t i = 0; i < found.dof(); ++i)
      names.push_back(
          {found.moving_joint(i).name, std::string(name_of(found.moving_joint(i).type)) + " joint"});
  if (which == RobotNames::links)  // without the base
    for (std::size_t i = 1; i < found.links().size(); ++i) names.push_back({found.links()[i].name, "link"});
  if (which == RobotNames::fixable_joints)
    for (const std::string& name : file->fixed)
      names.push_back({name, "joint of several degrees of freedom"});
  std::erase_if(names, [](const Candidate& name) { return visible(name.text) != name.text; });
  return names;
}

}  // namespace invdyn
