#pragma once

#include <string>
#include <vector>

#include "../../robot/model/robot.h"

namespace invdyn {

struct NamedJoint {
  std::string name;
  JointType type = JointType::continuous;
};

/// A robot for names alone: these joints on its base.
Robot robot_of_names(const std::string& name, const std::vector<NamedJoint>& joints);

}  // namespace invdyn
