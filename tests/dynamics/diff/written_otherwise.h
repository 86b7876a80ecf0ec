#pragma once

#include <algorithm>
#include <map>
#include <numeric>

#include "robot/model/bodies.h"
#include "support/random_robot.h"

namespace invdyn::test {

// Other ways to write the same robot.

/// Frames of joints and links at other places, turned. A revolute joint's frame stays on its axis; a
/// prismatic joint's may be anywhere.
inline RobotDescription with_other_frames(RobotDescription description, Random& random) {
  std::map<std::string, Eigen::Isometry3d> moved_by;  // link: T_old_new
  moved_by[description.base_link] = Eigen::Isometry3d::Identity();
  for (auto& entry : description.joints) moved_by[entry.link.name] = random.pose(0.3);
  for (auto& entry : description.joints) {
    Joint& joint = entry.joint;
    Eigen::Isometry3d frame(random.rotation());
    frame.translation() = joint.type == JointType::prismatic
                              ? random.vector(0.3)
                              : Eigen::Vector3d(joint.axis.normalized() * random.uniform(-0.3, 0.3));
    const Eigen::Isometry3d& T_old_new = moved_by.at(entry.link.name);
    joint.T_parent_joint = moved_by.at(entry.parent_link).inverse() * joint.T_parent_joint * frame;
    joint.axis = frame.linear().transpose() * joint.axis;
    joint.T_joint_link = frame.inverse() * joint.T_joint_link * T_old_new;
    entry.link.mass_properties = moved(entry.link.mass_properties, T_old_new.inverse());
  }
  return description;
}

inline RobotDescription in_other_order(RobotDescription description, Random& random) {
  auto& joints = description.joints;
  for (std::size_t i = joints.size(); i > 1; --i) std::swap(joints[i - 1], joints[random.below(i)]);
  return description;
}

/// Half of each link is a link of its own, fixed to it.
inline RobotDescription with_halved_links(RobotDescription description, Random& random) {
  const std::size_t count = description.joints.size();
  for (std::size_t i = 0; i < count; ++i) {
    MassProperties& half = description.joints[i].link.mass_properties;
    half.mass /= 2;
    half.inertia /= 2;
    RobotDescription::JointAndLink other;
    other.joint.name = "fix" + std::to_string(i);
    other.joint.T_parent_joint = random.pose(0.2);
    other.parent_link = description.joints[i].link.name;
    other.link.name = "half" + std::to_string(i);
    other.link.mass_properties = moved(half, other.joint.T_parent_joint.inverse());
    other.link.gravity_compensation = description.joints[i].link.gravity_compensation;
    description.joints.push_back(other);
  }
  return description;
}

/// Links of other names, friction that was the motor's as the joint's, revolute joints without limits as
/// continuous ones.
inline RobotDescription in_other_words(RobotDescription description) {
  for (auto& entry : description.joints) {
    if (entry.parent_link != description.base_link) entry.parent_link = "body_" + entry.parent_link;
    entry.link.name = "body_" + entry.link.name;
    if (entry.joint.type == JointType::revolute && !entry.joint.limits.lower && !entry.joint.limits.upper)
      entry.joint.type = JointType::continuous;
    Drive& drive = entry.joint.drive;
    drive.joint = {drive.damping(), drive.coulomb_positive(), drive.coulomb_negative()};
    drive.motor = {};
  }
  return description;
}

/// The base's link and all the robot at another place, with gravity from there.
inline RobotDescription elsewhere(RobotDescription description, const Eigen::Isometry3d& T) {
  description.T_world_base = T * description.T_world_base;
  description.gravity = T.linear() * description.gravity;
  return description;
}

}  // namespace invdyn::test
