#pragma once

#include "support/random_robot.h"

namespace invdyn::test {

/// Of a joint whose drive has this friction alone.
inline Drive friction(const Friction& at_joint) {
  Drive drive;
  drive.joint = at_joint;
  return drive;
}

/// One joint along or about z, which moves a point mass of 2 kg.
inline RobotDescription one_joint(JointType type, const Eigen::Vector3d& com, const Eigen::Vector3d& gravity,
                                  const Drive& drive) {
  RobotDescription description;
  description.name = "one";
  description.gravity = gravity;
  description.joints.resize(1);
  auto& one = description.joints[0];
  one.joint.name = "x";
  one.joint.type = type;
  one.joint.drive = drive;
  one.parent_link = "base";
  one.link.name = "l";
  one.link.mass_properties = {.mass = 2, .com = com};
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  return description;
}

}  // namespace invdyn::test
