#pragma once

#include <map>
#include <optional>
#include <string>

#include "../../ground/document/yaml_node.h"
#include "../model/robot.h"

namespace invdyn {

/// A link of a .body file.
struct BodyLink {
  enum class Motion { fixed, free, revolute, prismatic };

  std::string name;
  YamlNode node;  ///< the whole link
  Motion motion = Motion::fixed;
  std::optional<YamlNode> parent = {};
  std::optional<int> id = {};
  RobotDescription::JointAndLink described = {};
  std::map<RobotDescription::Part, YamlNode> values = {};  ///< by the part that an error of the Robot can be
                                                           ///< about
  bool has_own_joint_name = false;                         ///< else the joint has the link's name
  bool has_mass_keys = false;  ///< in the link or its elements: mass, centerOfMass, inertia
  std::string assumed = {};    ///< values missing in the file: `1 kg`, `unit inertia (1 kg m^2)`

  void note(RobotDescription::Part part, const YamlNode& value) {
    values.erase(part);
    values.emplace(part, value);
  }
  bool moves() const { return motion == Motion::revolute || motion == Motion::prismatic; }
};

}  // namespace invdyn
