#include "body_joint.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../ground/base/wording.h"
#include "../../ground/text/number.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;
using Motion = BodyLink::Motion;

constexpr double infinite = std::numeric_limits<double>::infinity();

// A limit as Choreonoid reads it: a number, `unlimited`, or an infinity in the syntax of C or YAML.
double limit_in(const YamlNode& node, const std::string& unit, double unlimited) {
  if (node.is_word()) {
    const std::string word = node.text();
    const std::string size = word.substr(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
    if (word == "unlimited") return unlimited;
    for (const char* name : {"inf", "Inf", "INF", ".inf", ".Inf", ".INF", "infinity"})
      if (size == name) return word.starts_with('-') ? -infinite : infinite;
    if (const auto number = parse_finite(word)) return *number;
  }
  node.fail("a finite number (" + unit + "), or unlimited");
}

// Choreonoid's writer uses the largest double for no limit.
std::optional<double> finite_limit(double limit, double unit) {
  if (!(std::abs(limit) < std::numeric_limits<double>::max())) return std::nullopt;
  return limit * unit;
}

struct Range {
  double lower, upper;
};

Range range_in(const YamlNode& node, const std::string& unit) {
  if (!node.is_list()) {
    const double upper = limit_in(node, unit, infinite);
    return {-upper, upper};
  }
  const std::vector<YamlNode> both = node.elements();
  if (both.size() != 2) node.fail("[lower, upper], or one number for both directions (" + unit + ")");
  return {limit_in(both[0], unit, -infinite), limit_in(both[1], unit, infinite)};
}

void warn_of_limit(const YamlNode& node, const std::string& why, const Warn& warn) {
  warn(node.place() + ": " + node.what() + " is " + node.value() + ", " + why +
       ": this value counts as no limit");
}

void read_position_limits(YamlMapping& mapping, const std::string& unit_name, double unit, BodyLink& link,
                          const Warn& warn) {
  const auto node = mapping.find("jointRange");
  if (!node) return;
  link.note(Part::position_limits, *node);
  const Range range = range_in(*node, unit_name);
  if (range.lower > range.upper) return warn_of_limit(*node, "the lower limit above the upper one", warn);
  link.described.joint.limits.lower = finite_limit(range.lower, unit);
  link.described.joint.limits.upper = finite_limit(range.upper, unit);
}

void read_velocity_limit(YamlMapping& mapping, const std::string& unit_name, double unit, BodyLink& link,
                         UnusedParts& unused, const Warn& warn) {
  const auto largest = mapping.find("maxJointVelocity");
  const auto range = mapping.find("jointVelocityRange");
  if (!largest && !range) return;
  const YamlNode& node = largest ? *largest : *range;
  link.note(Part::velocity_limit, node);
  double lower = 0, upper = 0;
  if (largest) {
    upper = limit_in(node, unit_name + "/s", infinite);
    lower = -upper;
    if (range) unused.add(range->line(), "jointVelocityRange", ": maxJointVelocity is used instead");
  } else {
    if (!node.is_list() || node.elements().size() != 2) node.fail("[lower, upper] (" + unit_name + "/s)");
    const Range both = range_in(node, unit_name + "/s");
    lower = both.lower;
    upper = both.upper;
  }
  if (lower > 0 || upper < 0) return warn_of_limit(node, "which excludes the velocity 0", warn);
  if (lower != -upper)
    unused.add(
        node.line(), "the larger limit in jointVelocityRange",
        ": the two directions have different limits, and the smaller limit is used for both directions");
  link.described.joint.limits.velocity = finite_limit(std::min(-lower, upper), unit);
}

void read_effort_limit(YamlMapping& mapping, BodyLink& link, const Warn& warn) {
  const auto node = mapping.find("maxJointEffort");
  if (!node) return;
  link.note(Part::effort_limit, *node);
  const double effort = limit_in(*node, link.motion == Motion::prismatic ? "N" : "N m", infinite);
  if (effort < 0) return warn_of_limit(*node, "below 0", warn);
  link.described.joint.limits.effort = finite_limit(effort, 1);
}

// joint_axis_inertia is already about the joint's axis, with gears included.
void read_drive(YamlMapping& mapping, BodyLink& link, UnusedParts& unused) {
  Drive& drive = link.described.joint.drive;
  const auto of_axis = mapping.find("jointAxisInertia");
  const auto of_rotor = mapping.find("rotorInertia");
  if (const auto ratio = mapping.find("gearRatio")) {
    drive.gear_ratio = ratio->number("motor speed over joint speed");
    link.note(Part::gear_ratio, *ratio);
    if (drive.gear_ratio == 0) return;  // the Robot refuses it
  }
  if (of_axis) {
    drive.rotor_inertia = of_axis->number("kg m^2") / (drive.gear_ratio * drive.gear_ratio);
    if (of_rotor) unused.add(of_rotor->line(), "rotorInertia", ": joint_axis_inertia is used instead");
  } else if (of_rotor) {
    drive.rotor_inertia = of_rotor->number("kg m^2");
  }
  if (of_axis || of_rotor) link.note(Part::rotor_inertia, of_axis ? *of_axis : *of_rotor);
}

// Choreonoid moves the belts of tracks itself and takes the link's joint as fixed (src/Body/Link.h).
void fix_track(const YamlNode& key, BodyLink& link, const Warn& warn) {
  link.motion = Motion::fixed;
  warn(key.place() + ": " + key.what() + " is " + in_quotes(key.text()) +
       ": taken as fixed, as in Choreonoid; the belt of the track does not run");
}

void read_motion(YamlMapping& mapping, BodyLink& link, UnusedParts& unused, const Warn& warn) {
  if (const auto type = mapping.find("jointType")) {
    constexpr Motion motions[] = {Motion::revolute, Motion::prismatic, Motion::prismatic, Motion::fixed,
                                  Motion::free};
    const std::size_t word =
        type->choice({"revolute", "prismatic", "slide", "fixed", "free", "pseudoContinuousTrack",
                      "pseudo_continuous_track", "agx_crawler"});
    if (word < std::size(motions))
      link.motion = motions[word];
    else
      fix_track(*type, link, warn);
  }
  if (const auto mode = mapping.find("actuationMode")) {
    if (mode->text() == "jointSurfaceVelocity")
      fix_track(*mode, link, warn);
    else
      unused.add(mode->line(), "actuationMode", ": torques do not depend on it");
  }
}

void read_id(YamlMapping& mapping, BodyLink& link) {
  const auto id = mapping.find("jointId");
  if (!id) return;
  const double number = id->number("");
  if (number != std::floor(number) || std::abs(number) > 1e6) id->fail("a whole number from 0");
  link.id.reset();
  if (number >= 0) link.id = static_cast<int>(number);
}

}  // namespace

const std::vector<std::string>& body_joint_keys() {
  static const std::vector<std::string> keys{
      "jointType",          "jointId",      "jointAxis",    "jointRange",       "maxJointVelocity",
      "jointVelocityRange", "rotorInertia", "gearRatio",    "jointAxisInertia", "maxJointEffort",
      "jointDisplacement",  "jointAngle",   "actuationMode"};
  return keys;
}

void read_body_joint(YamlMapping& mapping, const BodyAngles& angles, BodyLink& link, UnusedParts& unused,
                     const Warn& warn) {
  read_motion(mapping, link, unused, warn);
  read_id(mapping, link);
  Joint& joint = link.described.joint;
  joint.limits = {};
  joint.drive = {};
  if (!link.moves()) {
    for (const std::string& key : body_joint_keys())
      if (const auto value = key == "jointType" || key == "actuationMode" ? std::nullopt : mapping.find(key))
        unused.add(value->line(), key, ": the joint is fixed");
    joint.type = JointType::fixed;
    return;
  }
  if (const auto axis = mapping.find("jointAxis")) {
    joint.axis = body_axis(*axis);
    link.note(Part::axis, *axis);
  }
  const bool is_revolute = link.motion == Motion::revolute;
  const std::string unit_name = is_revolute ? angles.name() : "m";
  const double unit = is_revolute ? angles.unit() : 1;
  read_position_limits(mapping, unit_name, unit, link, warn);
  read_velocity_limit(mapping, unit_name, unit, link, unused, warn);
  read_effort_limit(mapping, link, warn);
  read_drive(mapping, link, unused);
  for (const char* key : {"jointAngle", "jointDisplacement"})
    if (const auto start = mapping.find(key))
      unused.add(start->line(), key,
                 ": this is the start of a simulation; positions come from the trajectory");
  joint.type = !is_revolute                               ? JointType::prismatic
               : joint.limits.lower || joint.limits.upper ? JointType::revolute
                                                          : JointType::continuous;
}

}  // namespace invdyn
