#include "named_joints.h"

namespace invdyn {

Robot robot_of_names(const std::string& name, const std::vector<NamedJoint>& joints) {
  RobotDescription description;
  description.name = name;
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  for (const NamedJoint& joint : joints) {
    RobotDescription::JointAndLink& each = description.joints.emplace_back();
    each.joint.name = joint.name;
    each.joint.type = joint.type;
    each.parent_link = description.base_link;
    each.link.name = "link " + std::to_string(description.joints.size());
  }
  return Robot(description, [](const std::string&) {});
}

}  // namespace invdyn
