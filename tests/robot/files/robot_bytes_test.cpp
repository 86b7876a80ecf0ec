// A robot that becomes bytes and is read from them is the same robot.

#include "robot/files/robot_bytes.h"

#include <gtest/gtest.h>

#include <sstream>

#include "robot/files/json_writer.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

const Warn no_warning = [](const std::string& text) { ADD_FAILURE() << text; };

std::string everything_in(const RobotFile& file) {
  std::string text = json_text(file.robot, file.accepted, file.origins);
  for (const Joint& joint :
       file.robot.joints()) {  // json_text() moves the origins of links onto their joints
    std::ostringstream pose;
    pose.precision(17);
    pose << joint.T_parent_joint.matrix() << '\n' << joint.T_joint_link.matrix() << '\n';
    text += pose.str();
  }
  return text;
}

TEST(RobotBytes, OfShippedRobotsAreTheirJson) {
  for (const ShippedRobot& robot : shipped_robots()) {
    const std::string name(robot.name), file = name + ".json";
    EXPECT_EQ(everything_in(read_robot_file(name, {}, no_warning)),
              everything_in(read_json_file(std::string(robot.json), file, no_warning)));
  }
}

TEST(RobotBytes, AreTheWholeRobot) {
  for (unsigned long seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    DescribedRobot robot{.description = random_description(random, {.joints = 1 + seed % 10})};
    for (auto& each : robot.description.joints)
      if (each.parent_link == robot.description.base_link) each.parent_link = "ground";
    robot.description.base_link = "ground";
    robot.description.base_mass_properties = {3, {0.1, 0.2, 0.3}, Eigen::Vector3d(4, 5, 6).asDiagonal()};
    robot.description.source = "a table";
    auto& [joint, parent_link, link, mimicked] = robot.description.joints.back();
    joint.type = JointType::revolute;
    joint.limits = {.lower = -1, .upper = {}, .velocity = 2, .effort = 3};
    joint.drive.offset = 0.25;
    joint.drive.efficiency = 0.75;
    joint.drive.spring = {.stiffness = 5, .reference = 0.5};
    link.gravity_compensation = 0.5;
    if (seed % 10 > 1) {
      robot.description.joints.front().joint.type = JointType::continuous;
      joint.mimic = Mimic{.joint = 0, .multiplier = 2, .offset = 0.125};
      mimicked = robot.description.joints.front().joint.name;
    }
    robot.accepted = {{"heavy_rotor", "joint a", "it is one"}};
    robot.origins = {{"link arm", "mass", "a scale"}, {"joint a", "damping", "a guess"}};
    const DescribedRobot copy = robot_of_bytes(robot_bytes(robot), "arm.json");
    EXPECT_EQ(everything_in(robot_as_described(copy, no_warning)),
              everything_in(robot_as_described(robot, no_warning)));
    EXPECT_EQ(copy.description.base_mass_properties.inertia,
              robot.description.base_mass_properties.inertia);  // not in the text
  }
}

}  // namespace
}  // namespace invdyn::test
