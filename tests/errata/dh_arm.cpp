#include "errata/dh_arm.h"

#include <cmath>

#include "robot/model/denavit_hartenberg.h"

namespace invdyn::test::errata {

DhLink at_position(const DhLink& link, double q) {
  DhLink result = link;
  (link.is_revolute ? result.theta : result.d) += q;
  return result;
}

Eigen::Matrix3d rotation_of(const DhLink& link) {
  const double ct = std::cos(link.theta), st = std::sin(link.theta);
  const double ca = std::cos(link.alpha), sa = std::sin(link.alpha);
  return Eigen::Matrix3d{{ct, -ca * st, sa * st}, {st, ca * ct, -sa * ct}, {0, sa, ca}};
}

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
  return Eigen::Matrix3d{{0, -v.z(), v.y()}, {v.z(), 0, -v.x()}, {-v.y(), v.x(), 0}};
}

Robot robot_of(const std::string& name, const DhArm& arm) {
  RobotDescription description;
  description.name = name;
  description.gravity = {0, 0, -arm.g};
  for (std::size_t i = 0; i < arm.size(); ++i) {
    const DhLink& link = arm.links[i];
    const JointPlacement placement = standard_dh(link.a, link.alpha, link.d, link.theta);
    RobotDescription::JointAndLink entry;
    entry.joint.name = "j" + std::to_string(i + 1);
    entry.joint.type = link.is_revolute ? JointType::revolute : JointType::prismatic;
    entry.joint.T_parent_joint = placement.T_parent_joint;
    entry.joint.T_joint_link = placement.T_joint_link;
    entry.parent_link = i == 0 ? "base" : "l" + std::to_string(i);
    entry.link = {"l" + std::to_string(i + 1), link.body};
    description.joints.push_back(entry);
  }
  return Robot(description, [](const std::string&) {});
}

DhArm dh_arm_of(const Robot& robot) {
  DhArm arm;
  arm.g = -robot.gravity().z();
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const Joint& joint = robot.joints()[i];
    const Eigen::Matrix3d near = joint.T_parent_joint.linear(), far = joint.T_joint_link.linear();
    arm.links.push_back({.is_revolute = joint.is_revolute(),
                         .a = joint.T_joint_link.translation().x(),
                         .alpha = std::atan2(far(2, 1), far(1, 1)),
                         .d = joint.T_parent_joint.translation().z(),
                         .theta = std::atan2(near(1, 0), near(0, 0)),
                         .body = robot.links()[i + 1].mass_properties});
  }
  return arm;
}

}  // namespace invdyn::test::errata
