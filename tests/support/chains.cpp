#include "support/chains.h"

#include <cmath>
#include <numbers>

#include "robot/model/denavit_hartenberg.h"
#include "robot/model/rotation.h"

namespace invdyn::test {
namespace {

constexpr double pi = std::numbers::pi;

RobotDescription random_chain(Random& random, std::size_t joints, double prismatic, double massless) {
  return random_description(
      random, {.joints = joints, .prismatic = prismatic, .fixed = 0, .branching = 0, .massless = massless});
}

}  // namespace

RobotDescription square_chain(Random& random, std::size_t joints, double prismatic, double massless) {
  RobotDescription description = random_chain(random, joints, prismatic, massless);
  for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    const auto quarters = static_cast<double>(random.below(4));
    Eigen::Isometry3d T(random.chance(0.5) ? rotation_x(quarters * pi / 2) : rotation_y(quarters * pi / 2));
    for (int k = 0; k < 3; ++k) T.translation()[k] = random.chance(0.5) ? 0 : random.uniform(-0.5, 0.5);
    joint.T_parent_joint = T;
    joint.axis = Eigen::Vector3d::UnitZ();
    joint.T_joint_link.setIdentity();
  }
  return description;
}

RobotDescription nearly_parallel_chain(Random& random, std::size_t joints, double angle, double massless) {
  RobotDescription description = random_chain(random, joints, 0.2, massless);
  for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    joint.T_parent_joint = Eigen::Isometry3d(rotation_x(random.chance(0.5) ? angle : pi - angle));
    joint.T_parent_joint.translation() = random.vector(0.5);
    joint.axis = Eigen::Vector3d::UnitZ();
    joint.T_joint_link.setIdentity();
  }
  return description;
}

RobotDescription half_way_chain(Random& random, std::size_t joints, double massless) {
  RobotDescription description = random_chain(random, joints, 0, massless);
  description.T_world_base.setIdentity();
  description.gravity = {0, 0, -random.uniform(1, 12)};
  for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    const double alpha = random.chance(0.3)   ? 0
                         : random.chance(0.5) ? pi / 2 * static_cast<double>(random.below(4))
                                              : random.uniform(-3, 3);
    const double a = random.chance(0.3) ? 0 : random.uniform(-0.5, 0.5), d = random.uniform(-0.5, 0.5);
    const JointPlacement placement = standard_dh(a, alpha, d, random.uniform(-3, 3));
    joint.T_parent_joint = placement.T_parent_joint;
    joint.axis = Eigen::Vector3d::UnitZ();
    joint.T_joint_link = placement.T_joint_link;
    MassProperties& body = link.mass_properties;
    body.com = Eigen::Vector3d(a, d * std::sin(alpha), d * std::cos(alpha)) / -2;
    const Eigen::Vector3d moments = body.inertia.diagonal();  // a copy: the assignment clears the matrix
    body.inertia = moments.asDiagonal();
  }
  return description;
}

}  // namespace invdyn::test
