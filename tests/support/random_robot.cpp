#include "support/random_robot.h"

#include <cmath>

namespace invdyn::test {
namespace {

// The moments of inertia of four random point masses about their centre: positive definite and physically
// possible.
Eigen::Matrix3d random_inertia(Random& random, double mass) {
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector3d r = random.vector(0.2);
    inertia += mass / 4 * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  return inertia;
}

Friction random_friction(Random& random, double size) {
  return {random.uniform(0, size), random.uniform(0, size), random.uniform(-size, 0)};
}

}  // namespace

RobotDescription random_description(Random& random, const RandomRobotShape& shape) {
  RobotDescription description;
  description.name = "random";
  description.gravity = random.vector(12);
  description.T_world_base = random.pose(1);
  description.place = [](std::size_t joint, RobotDescription::Part) {
    return "joint " + std::to_string(joint);
  };
  description.value = [](std::size_t, RobotDescription::Part) { return "not allowed"; };
  for (std::size_t i = 0; i < shape.joints; ++i) {
    RobotDescription::JointAndLink entry;
    Joint& joint = entry.joint;
    joint.name = "j" + std::to_string(i);
    // The first joint moves, so at least one joint of the robot does.
    joint.type = i > 0 && random.chance(shape.fixed) ? JointType::fixed
                 : random.chance(shape.prismatic)    ? JointType::prismatic
                                                     : JointType::revolute;
    joint.T_parent_joint = random.pose(0.4);
    joint.axis = random.vector(1) + Eigen::Vector3d(0, 0, 1e-3);
    if (random.chance(0.3)) joint.axis = Eigen::Vector3d::UnitZ();
    if (random.chance(0.1)) joint.axis = -Eigen::Vector3d::UnitZ();
    if (random.chance(0.3)) joint.T_joint_link = random.pose(0.3);
    if (shape.right_angles) {
      joint.T_parent_joint.linear() = random.right_angles();
      joint.axis = random.right_angles().col(2);
      joint.T_joint_link.linear() = random.right_angles();
    }
    if (shape.drives) {
      joint.drive = {random.uniform(0, 1e-3), random.uniform(-100, 100), random_friction(random, 1e-3),
                     random_friction(random, 2)};
    }
    const std::size_t parent = i == 0 ? 0 : random.chance(shape.branching) ? random.below(i + 1) : i;
    entry.parent_link = parent == 0 ? "base" : "l" + std::to_string(parent - 1);
    entry.link.name = "l" + std::to_string(i);
    if (!random.chance(shape.massless)) {
      double mass = random.uniform(0.1, 10);
      // Drawn only if requested, as right angles are. Seeds without this option then still give the same
      // robots.
      if (shape.mass_ratio > 1) mass *= std::pow(shape.mass_ratio, random.uniform(-1, 1));
      entry.link.mass_properties = {mass, random.vector(0.3), random_inertia(random, mass)};
    }
    description.joints.push_back(entry);
  }
  return description;
}

Robot robot_of(const RobotDescription& description) {
  return Robot(description, [](const std::string&) {});
}

Robot random_robot(unsigned long seed, const RandomRobotShape& shape) {
  Random random(seed);
  return robot_of(random_description(random, shape));
}

State random_state(Random& random, const Robot& robot) {
  const auto n = static_cast<Eigen::Index>(robot.dof());
  State state{Vector(n), Vector(n), Vector(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const bool is_revolute = robot.moving_joint(static_cast<std::size_t>(i)).is_revolute();
    state.q[i] = is_revolute ? random.uniform(-4, 4) : random.uniform(-0.5, 0.5);
    state.dq[i] = random.uniform(-3, 3);
    state.ddq[i] = random.uniform(-10, 10);
  }
  return state;
}

}  // namespace invdyn::test
