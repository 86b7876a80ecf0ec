#include "benchmark/robots.h"

#include <nlohmann/json.hpp>

namespace invdyn::bench {
namespace {

RobotDescription random_description(const test::RandomRobotShape& shape) {
  constexpr unsigned long seed = 1;
  test::Random random(seed);
  RobotDescription description = test::random_description(random, shape);
  // Robot files of trees place each link's frame at its joint.
  for (auto& entry : description.joints) entry.joint.T_joint_link.setIdentity();
  return description;
}

nlohmann::json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

nlohmann::json pose(const Eigen::Isometry3d& T) {
  const Eigen::Matrix3d R = T.linear();
  return {{"xyz", numbers(T.translation())},
          {"rotation", {numbers(R.row(0)), numbers(R.row(1)), numbers(R.row(2))}}};
}

}  // namespace

RobotDescription random_chain(std::size_t joints) {
  return random_description(
      {.joints = joints, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
}

RobotDescription random_tree(std::size_t joints) {
  return random_description(
      {.joints = joints, .fixed = 0, .branching = 1. / 3, .massless = 0, .drives = false});
}

RobotDescription random_floating_tree(std::size_t joints) {
  RobotDescription description = random_tree(joints);
  description.base_floats = true;
  description.base_mass_properties = {5, {0.05, -0.02, 0.1}, Eigen::Vector3d(0.2, 0.25, 0.3).asDiagonal()};
  return description;
}

std::string robot_json(const RobotDescription& description) {
  nlohmann::json robot{{"name", description.name},
                       {"convention", "tree"},
                       {"gravity", numbers(description.gravity)},
                       {"base", pose(description.T_world_base)}};
  for (const auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    const auto& [mass, com, I] = link.mass_properties;
    robot["joints"].push_back({{"name", joint.name},
                               {"type", joint.is_revolute() ? "revolute" : "prismatic"},
                               {"parent", parent},
                               {"origin", pose(joint.T_parent_joint)},
                               {"axis", numbers(joint.axis)},
                               {"link",
                                {{"name", link.name},
                                 {"mass", mass},
                                 {"com", numbers(com)},
                                 {"inertia",
                                  {{"ixx", I(0, 0)},
                                   {"iyy", I(1, 1)},
                                   {"izz", I(2, 2)},
                                   {"ixy", I(0, 1)},
                                   {"ixz", I(0, 2)},
                                   {"iyz", I(1, 2)}}}}}});
  }
  return robot.dump();
}

}  // namespace invdyn::bench
