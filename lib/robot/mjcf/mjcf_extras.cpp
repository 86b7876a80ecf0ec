#include "mjcf_extras.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "../../ground/base/error.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

std::optional<std::size_t> joint_named(const MjcfElement& element, const char* attribute,
                                       const MjcfJoints& joints) {
  if (!element.has(attribute)) return std::nullopt;
  const std::string name = element.text_or(attribute, "");
  if (const auto found = joints.index.find(name); found != joints.index.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [each, at] : joints.index) names.push_back(each);
  element.fail(attribute, "the name of a joint" + did_you_mean(name, names));
}

// Counts equal warnings.
class Remarks {
 public:
  void add(const std::string& place, const std::string& text) {
    const auto same =
        std::find_if(all_.begin(), all_.end(), [&](const Remark& each) { return each.text == text; });
    if (same == all_.end())
      all_.push_back({place, text, 1});
    else
      ++same->count;
  }
  void tell(const Warn& warn) const {
    for (const auto& [place, text, count] : all_)
      warn(place + (count > 1 ? " (and " + std::to_string(count - 1) + " more)" : "") + ": " + text);
  }

 private:
  struct Remark {
    std::string place, text;
    std::size_t count;
  };
  std::vector<Remark> all_;
};

// `limited` is "false", "true" or "auto", which means: if there is a range.
std::optional<double> largest_of(const MjcfElement& element, const char* range, const char* limited) {
  const Eigen::Vector2d values = element.numbers_or(range, "N m or N", Eigen::Vector2d(0, 0));
  const std::size_t is_limited = element.choice(limited, {"false", "true", "auto"}, 2);
  if (is_limited == 0 || values.isZero(0)) return std::nullopt;
  return values.cwiseAbs().maxCoeff();
}

// Of all actuators of a joint.
struct Actuation {
  double gear = 0, armature = 0, damping = 0;  // the latter two as seen from the joint
  std::optional<double> effort = 0.0;
  bool has_other_gears = false;
  std::string place;
};

const std::vector<std::string> actuator_tags{"general",  "motor",       "position", "velocity", "damper",
                                             "cylinder", "intvelocity", "muscle",   "adhesion"};

std::optional<double> effort_of(const MjcfElement& actuator, double gear) {
  std::optional<double> force = largest_of(actuator, "forcerange", "forcelimited");
  // A motor's control is its force.
  if (actuator.own().tag() == "motor")
    if (const auto control = largest_of(actuator, "ctrlrange", "ctrllimited"))
      force = std::min(*control, force.value_or(*control));
  return force ? std::optional(std::abs(gear) * *force) : std::nullopt;
}

// Armature and damping of the actuator itself, before the gear. The force of the damping may have a quadratic
// and a cubic part, which are not computed.
std::pair<double, double> losses_of(const MjcfElement& actuator) {
  const Eigen::Vector3d damping = actuator.layered("damping", "N m s/rad or N s/m", Eigen::Vector3d::Zero());
  if (!damping.tail<2>().isZero(0)) actuator.fail("damping", "one number, for linear damping");
  return {actuator.number_or("armature", "kg m^2 or kg", 0), damping[0]};
}

}  // namespace

void add_mjcf_actuators(MjcfFiles& files, const MjcfDefaults& defaults, const MjcfSettings& settings,
                        MjcfJoints& joints, const Warn& warn) {
  std::map<std::size_t, Actuation> of_joints;
  Remarks remarks;
  for (const XmlNode& section : files.elements(files.root(), "actuator"))
    for (const XmlNode& node : files.elements(section)) {
      const MjcfElement actuator = defaults.element(node, MjcfDefaults::main, actuator_tags);
      std::optional<std::size_t> joint = joint_named(actuator, "joint", joints);
      if (!joint) joint = joint_named(actuator, "jointinparent", joints);
      const auto [armature, damping] = losses_of(actuator);
      if (!joint && (armature != 0 || damping != 0))
        remarks.add(node.place(), "its armature and damping do not act at a joint, so they are not computed");
      if (!joint || !joints.all[*joint].joint.moves()) continue;
      const double gear = actuator.layered("gear", "ratios", Eigen::VectorXd::Unit(6, 0))[0];
      if (gear == 0) continue;
      const auto [found, is_new] = of_joints.try_emplace(*joint);
      Actuation& all = found->second;
      if (is_new) all.gear = gear, all.place = actuator.place("gear");
      all.has_other_gears |= all.gear != gear;
      all.armature += gear * gear * armature;
      all.damping += gear * gear * damping;
      const std::optional<double> effort = effort_of(actuator, gear);
      all.effort = effort && all.effort ? std::optional(*all.effort + *effort) : std::nullopt;
    }
  remarks.tell(warn);
  for (const auto& [index, all] : of_joints) {
    Joint& joint = joints.all[index].joint;
    joint.drive.rotor_inertia += all.armature;
    if (settings.with_damping) joint.drive.joint.damping += all.damping;
    if (all.effort) joint.limits.effort = std::min(*all.effort, joint.limits.effort.value_or(*all.effort));
    if (all.has_other_gears) {
      warn(all.place + ": the joint " + in_quotes(joint.name) +
           " has actuators with different gears: the gears are left out, "
           "because the joint's torque does not depend on the gears");
      continue;
    }
    joint.drive.gear_ratio = all.gear;
    joint.drive.rotor_inertia /= all.gear * all.gear;
  }
}

void add_mjcf_mimics(MjcfFiles& files, const MjcfDefaults& defaults, MjcfJoints& joints, const Warn& warn) {
  Remarks remarks;
  for (const XmlNode& section : files.elements(files.root(), "equality"))
    for (const XmlNode& node : files.elements(section)) {
      const MjcfElement equality = defaults.element(node, MjcfDefaults::main, {"equality"});
      if (!equality.flag("active", true)) continue;
      if (node.tag() != "joint") {
        remarks.add(node.place(), "the constraint is not computed: torques are those of the tree without it");
        continue;
      }
      const std::optional<std::size_t> follower = joint_named(equality, "joint1", joints),
                                       leader = joint_named(equality, "joint2", joints);
      const Eigen::VectorXd p = equality.layered("polycoef", "coefficients", Eigen::VectorXd::Unit(5, 1));
      if (!follower || !leader || !p.tail<3>().isZero(0)) {
        remarks.add(
            node.place(),
            leader
                ? "the constraint is not linear and is ignored: the joints move independently"
                : "the constraint that holds a joint is ignored, so the joint can move: to fix the joint, give "
                  "`lock`");
        continue;
      }
      RobotDescription::JointAndLink& entry = joints.all[*follower];
      if (entry.joint.mimic || !entry.joint.moves() || !joints.all[*leader].joint.moves()) {
        remarks.add(node.place(), "the joint already follows another joint, or does not move: not computed");
        continue;
      }
      // q1 - ref1 = p0 + p1 (q2 - ref2)
      entry.joint.mimic =
          Mimic{0, p[1], joints.references[*follower] + p[0] - p[1] * joints.references[*leader]};
      entry.mimicked = joints.all[*leader].joint.name;
    }
  remarks.tell(warn);
}

void warn_of_mjcf_forces(MjcfFiles& files, const MjcfDefaults& defaults, const Warn& warn) {
  Remarks remarks;
  for (const XmlNode& section : files.elements(files.root(), "tendon"))
    for (const XmlNode& node : files.elements(section)) {
      const MjcfElement tendon = defaults.element(node, MjcfDefaults::main, {"tendon"});
      for (const char* attribute : {"stiffness", "damping", "frictionloss", "armature"})
        if (tendon.has(attribute) && tendon.text_or(attribute, "") != "0") {
          remarks.add(
              node.place(),
              "forces of tendons are not computed: torques lack the stiffness, damping and friction of this "
              "tendon");
          break;
        }
    }
  for (const char* section : {"deformable", "extension"})
    for (const XmlNode& node : files.elements(files.root(), section))
      remarks.add(node.place(), "is not read: torques lack the forces of soft bodies and plugins");
  remarks.tell(warn);
}

}  // namespace invdyn
