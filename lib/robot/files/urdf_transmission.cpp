#include "urdf_transmission.h"

#include <algorithm>
#include <set>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

// A number with its place, or a text that is not a number.
struct Stated {
  std::optional<double> value;
  std::string text, place;
};

// The element's text, or its attribute `value`.
void add_stated(const XmlNode& parent, const char* tag, std::vector<Stated>& all) {
  const std::optional<XmlNode> node = parent.child(tag);
  if (!node) return;
  const bool in_attribute = node->has("value");
  const std::string text = in_attribute ? node->text("value") : node->content();
  all.push_back({parse_finite(trimmed(text)), text, in_attribute ? node->place("value") : node->place()});
}

// If there are other ratios, a 1 is a default that somebody wrote down.
void drop_defaults(std::vector<Stated>& ratios) {
  if (std::any_of(ratios.begin(), ratios.end(), [](const Stated& ratio) { return ratio.value != 1; }))
    std::erase_if(ratios, [](const Stated& ratio) { return ratio.value == 1; });
}

// Several places of a file may state the same number, but not different ones. `fail` throws or warns; after a
// warning there is no number.
template <class Fail>
std::optional<Stated> agreed(const std::vector<Stated>& all, const std::string& unit, const Fail& fail) {
  for (const Stated& one : all) {
    if (!one.value) {
      fail(one.place, "is " + in_quotes(one.text) + ": expected a finite number (" + unit + ")");
      return std::nullopt;
    }
    if (one.value == all.front().value) continue;
    fail(one.place, "is " + shortest(*one.value) + ": expected " + shortest(*all.front().value) + ", as in " +
                        all.front().place);
    return std::nullopt;
  }
  return all.empty() ? std::nullopt : std::optional(all.front());
}

// transmission_interface/SimpleTransmission, pr2_mechanism_model/SimpleTransmission and similar. The type is
// in an element (ROS 1 or 2) or an attribute.
bool is_simple(const XmlNode& transmission) {
  std::string type = transmission.has("type") ? transmission.text("type") : "";
  for (const char* tag : {"type", "plugin"})
    if (const std::optional<XmlNode> node = transmission.child(tag)) type = node->content();
  return type.empty() || type.find("SimpleTransmission") != std::string::npos;
}

std::string name_of(const XmlNode& node) {
  return node.has("name") ? node.text("name") : "";
}

// The ratio is in the actuator in ROS 1, in the joint in ros2_control, and next to both in files for the PR2.
std::vector<Stated> ratios_in(const XmlNode& transmission, const XmlNode& joint,
                              const std::optional<XmlNode>& actuator) {
  std::vector<Stated> ratios;
  for (const char* tag : {"mechanicalReduction", "mechanical_reduction"}) {
    if (actuator) add_stated(*actuator, tag, ratios);
    add_stated(joint, tag, ratios);
    add_stated(transmission, tag, ratios);
  }
  if (actuator) add_stated(*actuator, "drake:gear_ratio", ratios);
  return ratios;
}

}  // namespace

std::map<std::string, UrdfMotor> urdf_motors(const XmlNode& robot,
                                             const std::vector<std::string>& moving_joints,
                                             const Warn& warn) {
  struct OfJoint {
    std::vector<Stated> ratios, inertias;
  };
  std::map<std::string, OfJoint> stated;
  std::vector<XmlNode> transmissions = robot.children("transmission");
  for (const XmlNode& control : robot.children("ros2_control")) {
    name_of(control);
    const std::vector<XmlNode> inside = control.children("transmission");
    transmissions.insert(transmissions.end(), inside.begin(), inside.end());
    if (inside.empty()) control.leave_whole("");
  }
  constexpr std::size_t max_suggestions = 20;
  std::size_t unknown = 0;
  const std::set<std::string> known(moving_joints.begin(), moving_joints.end());
  for (const XmlNode& transmission : transmissions) {
    name_of(transmission);
    const std::vector<XmlNode> joints = transmission.children("joint");
    const std::vector<XmlNode> actuators = transmission.children("actuator");
    if (!is_simple(transmission) || joints.size() != 1 || actuators.size() > 1) {
      transmission.leave_whole("a transmission is used only if it connects one motor to one joint");
      continue;
    }
    const std::string name = joints[0].text("name");
    if (!known.contains(name)) {
      // A suggestion searches all joints.
      transmission.leave_whole("its joint " + in_quotes(name) + " is not a moving joint of this file" +
                               (++unknown <= max_suggestions ? did_you_mean(name, moving_joints) : ""));
      continue;
    }
    std::optional<XmlNode> actuator;
    if (!actuators.empty()) {
      actuator = actuators[0];
      name_of(*actuator);
    }
    OfJoint& of_joint = stated[name];
    const std::vector<Stated> ratios = ratios_in(transmission, joints[0], actuator);
    of_joint.ratios.insert(of_joint.ratios.end(), ratios.begin(), ratios.end());
    if (actuator) add_stated(*actuator, "drake:rotor_inertia", of_joint.inertias);
  }
  const auto fail = [](const std::string& place, const std::string& what) { throw Error(place, what); };
  const auto warn_of_ratio = [&](const std::string& place, const std::string& what) {
    warn(place + ": " + what +
         "; the ratio is not used, because without a rotor inertia, torques do not depend on the ratio");
  };
  const std::string ratio_unit = "motor speed over joint speed";
  std::map<std::string, UrdfMotor> motors;
  for (auto& [name, of_joint] : stated) {
    drop_defaults(of_joint.ratios);
    UrdfMotor& motor = motors[name];
    const std::optional<Stated> inertia = agreed(of_joint.inertias, "kg m^2", fail);
    if (inertia) {
      motor.rotor_inertia = *inertia->value;
      motor.rotor_inertia_place = inertia->place;
    }
    const std::optional<Stated> ratio = motor.rotor_inertia != 0
                                            ? agreed(of_joint.ratios, ratio_unit, fail)
                                            : agreed(of_joint.ratios, ratio_unit, warn_of_ratio);
    if (ratio && ratio->value == 0 && motor.rotor_inertia == 0) {
      warn_of_ratio(ratio->place, "is 0: expected " + ratio_unit);
    } else if (ratio) {
      motor.gear_ratio = *ratio->value;
      motor.gear_ratio_place = ratio->place;
    }
  }
  return motors;
}

}  // namespace invdyn
