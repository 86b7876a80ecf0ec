#include "urdf_reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>

#include "../../ground/base/lower_case.h"
#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/xml_document.h"
#include "../../ground/text/number.h"
#include "../model/bodies.h"
#include "../model/names.h"
#include "../model/rotation.h"
#include "check.h"
#include "urdf_origin.h"
#include "urdf_transmission.h"
#include "xacro.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;

std::string and_more(std::size_t count) {
  return count > 1 ? " (and " + std::to_string(count - 1) + " more)" : std::string();
}

// Recognizes other robot formats by their root elements.
void expect_urdf(const XmlDocument& document) {
  const XmlNode root = document.root();
  const std::string tag = root.tag();
  const std::string expected = "expected URDF, whose root element is <robot>";
  if (tag == "sdf") throw Error(root.place(), "this is SDF, the format of Gazebo: " + expected);
  if (tag == "mujoco") throw Error(root.place(), "this is MJCF, the format of MuJoCo: " + expected);
  if (tag != "robot") throw Error(root.place(), "is the root element: " + expected);
}

// Throws Error for <Inertial> and the like: capitals make another element, which would be ignored.
void expect_lower_case(const XmlNode& node) {
  static const std::vector<std::string> read{"link",   "joint", "inertial", "origin", "mass",     "inertia",
                                             "parent", "child", "axis",     "limit",  "dynamics", "mimic"};
  for (const XmlNode& element : node.elements()) {
    const std::string name = lower_case(element.tag());
    if (std::find(read.begin(), read.end(), name) == read.end()) continue;
    if (name != element.tag())
      throw Error(element.place(), "is not known: expected <" + name + ">, in small letters");
    expect_lower_case(element);
  }
}

// Whether xacro could make a part of the robot from this element.
bool makes_parts(const XmlNode& element) {
  const std::string tag = element.tag(), parent = element.parent_tag();
  static const std::vector<std::string> read{"robot", "link",         "inertial",
                                             "joint", "transmission", "actuator"};
  if (std::find(read.begin(), read.end(), parent) == read.end()) return false;
  if (tag == "xacro:property" || tag == "xacro:arg" || tag == "xacro:macro") return false;
  if (tag == "xacro:include" && parent == "robot") return false;  // not part of the robot after xacro either
  if (tag != "xacro:if" && tag != "xacro:unless") return true;
  if (!element.has_elements()) return false;
  const std::string value = element.value("value");
  return tag == "xacro:if" ? value != "0" && value != "false" && value != "False"
                           : value != "1" && value != "true" && value != "True";
}

// Warns of elements left over from xacro; published files have them. Throws Error if one can be part of the
// robot.
void look_for_xacro(const XmlDocument& document, const Warn& warn) {
  const std::vector<XmlNode> elements = document.outermost_elements("xacro:");
  for (const XmlNode& element : elements)
    if (makes_parts(element))
      throw Error(
          element.place(),
          std::string(
              "this xacro file is not yet processed: expected URDF. Rename it to NAME.urdf.xacro, and invdyn "
              "runs xacro (--xacro-arg NAME=VALUE sets an argument). Or run xacro yourself: ") +
              xacro_command("robot.urdf.xacro"));
  if (!elements.empty())
    warn(elements.front().place() + and_more(elements.size()) + ": is left over from xacro and is not used");
}

// To be called after the robot has been read: an expression in a used value is refused when it is read.
void warn_of_expressions(const XmlDocument& document, const Warn& warn) {
  for (const char* sign : {"${", "$("})
    if (const auto found = document.first_attribute_with(sign))
      return warn(found->first.place(found->second.c_str()) + ": is " +
                  in_quotes(found->first.value(found->second.c_str())) +
                  ", left over from xacro: no torque depends on it");
}

// A tree has no loops: elements that close a loop are left out, with a warning.
void warn_of_loops(const XmlNode& root, const Warn& warn) {
  const std::vector<XmlNode> loops = root.children("loop_joint");
  for (const XmlNode& loop : loops) loop.leave_whole("loops are not closed");
  if (!loops.empty())
    warn(loops.front().place() + and_more(loops.size()) +
         ": the loop joint is not used: torques are computed for the open tree");
}

// Adds values of this element's <origin> that may be in degrees, for `robot check`.
void look_for_degrees(const XmlNode& node, std::vector<std::string>& suspicious) {
  const std::optional<XmlNode> origin = node.child("origin");
  if (!origin) return;
  const Eigen::VectorXd rpy = origin->numbers_or("rpy", "rad", Eigen::VectorXd::Zero(3));
  const auto is_in_degrees = [](double angle) {
    const double quarters = angle / (std::numbers::pi / 2);
    return std::abs(angle) > suspicion::orientation &&
           std::abs(quarters - std::round(quarters)) > suspicion::quarter_turns;
  };
  if (std::any_of(rpy.begin(), rpy.end(), is_in_degrees))
    suspicious.push_back(origin->place("rpy") + ": is " + in_quotes(origin->text("rpy")) +
                         ", more than a turn: is it in degrees? Expected rad");
}

MassProperties mass_properties_of(const XmlNode& link) {
  MassProperties body;
  link.leave({"collision"}, "only `contact` reads it");
  const std::optional<XmlNode> inertial = link.child("inertial");
  if (!inertial) return body;
  const Eigen::Isometry3d T_link_inertial = urdf_origin(*inertial);
  body.mass = inertial->at("mass").number("value", "kg");
  body.com = T_link_inertial.translation();
  // A forgotten inertia must not count as zero; a frame without mass needs none.
  if (body.mass == 0 && !inertial->child("inertia")) return body;
  const XmlNode node = inertial->at("inertia", ", because the link has mass (for a point mass, give zeros)");
  const std::string unit = "kg m^2";
  // Read before the matrix is filled: Eigen aborts where an exception leaves a matrix half filled.
  const double ixx = node.number("ixx", unit), iyy = node.number("iyy", unit), izz = node.number("izz", unit);
  const double ixy = node.number_or("ixy", unit, 0), ixz = node.number_or("ixz", unit, 0);
  const double iyz = node.number_or("iyz", unit, 0);
  Eigen::Matrix3d inertia;
  inertia << ixx, ixy, ixz,  //
      ixy, iyy, iyz,         //
      ixz, iyz, izz;
  const Eigen::Matrix3d R = T_link_inertial.linear();
  body.inertia = R * inertia * R.transpose();
  return body;
}

// Elements of one kind with their names, in the order of the file.
class Named {
 public:
  explicit Named(const std::vector<XmlNode>& nodes) : nodes_(nodes) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::string name = nodes[i].text("name");
      if (name.empty()) nodes[i].fail("name", "a text that is not empty");
      if (const auto [first, is_new] = index_.emplace(name, i); !is_new)
        nodes[i].fail("name", "a unique name; the <" + nodes[i].tag() + "> in line " +
                                  std::to_string(nodes_[first->second].line()) + " already has this name");
      names_.push_back(name);
    }
  }
  const std::vector<XmlNode>& nodes() const { return nodes_; }
  const std::vector<std::string>& names() const { return names_; }
  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? std::nullopt : std::optional(found->second);
  }
  /// The index of the element that the attribute names.
  std::size_t named_by(const XmlNode& node, const char* attribute, const std::string& expected) const {
    const std::string name = node.text(attribute);
    if (const std::optional<std::size_t> found = find(name)) return *found;
    node.fail(attribute, expected + did_you_mean(name, names_));
  }

 private:
  std::vector<XmlNode> nodes_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_;
};

class UrdfReader {
 public:
  UrdfReader(const XmlDocument& document, const std::string& file, const RobotReading& reading,
             const Warn& warn)
      : root_(document.root()),
        file_(file),
        reading_(reading),
        warn_(warn),
        links_(root_.children("link")),
        joints_(root_.children("joint")) {}

  Robot read();
  std::vector<std::string> suspicious() const;
  const std::vector<std::string>& fixed() const { return fixed_; }
  std::vector<std::string> notes() const;

 private:
  void check_fixed_names() const;
  JointType type_of(const XmlNode& joint);
  std::optional<std::size_t> floating_base_joint() const;
  bool is_fixed_on_request(const std::string& joint) const;
  std::size_t find_base();
  RobotDescription::JointAndLink joint_and_link(std::size_t joint);
  std::optional<double> limit_in(const XmlNode& node, const char* attribute);
  Limits limits_of(const XmlNode& node, const Joint& joint);
  void read_motion(const XmlNode& node, RobotDescription::JointAndLink& result);
  void add_motors(RobotDescription& description);
  void remark(const std::string& what, const XmlNode& node, const char* attribute = nullptr);
  void remark_in_place_of_origin(const XmlNode& link);
  void warn_of_remarks() const;
  void look_for_missing_masses(const Robot& robot);
  struct Spot {
    std::string place, value;
  };
  Spot spot_of(std::size_t joint, Part part) const;

  XmlNode root_;
  const std::string& file_;
  const RobotReading& reading_;
  const Warn& warn_;
  Named links_, joints_;
  std::vector<std::size_t> child_of_;  // index of the link that each joint carries
  std::size_t base_ = 0;               // index of the base link
  std::vector<std::size_t> at_;        // index of each of the robot's joints in the file
  std::map<std::string, UrdfMotor> motors_;
  struct Remark {
    std::string what, place;  // of the first one
    std::size_t count;
  };
  std::vector<Remark> remarks_;            // of values that are not taken as written
  std::vector<std::string> fixed_;         // floating and planar joints
  std::vector<std::string> default_axes_;  // places of joints without <axis>
  std::vector<std::string> massless_;      // names of moving links that have a shape and no mass
};

bool UrdfReader::is_fixed_on_request(const std::string& joint) const {
  return reading_.fix_all ||
         std::find(reading_.fixed.begin(), reading_.fixed.end(), joint) != reading_.fixed.end();
}

void UrdfReader::check_fixed_names() const {
  for (const std::string& name : reading_.fixed) {
    const std::optional<std::size_t> joint = joints_.find(name);
    if (!joint)
      throw UsageError("`fix`", "no joint is named " + in_quotes(name) + did_you_mean(name, joints_.names()));
    const std::string type = joints_.nodes()[*joint].text("type");
    if (type != "floating" && type != "planar")
      throw UsageError("`fix`", "joint " + in_quotes(name) + " is " + in_quotes(type) +
                                    ": expected a floating or planar joint; for other joints, use `lock`");
  }
}

JointType UrdfReader::type_of(const XmlNode& joint) {
  static const std::vector<std::string> types{"revolute", "continuous", "prismatic",
                                              "fixed",    "floating",   "planar"};
  const std::string type = joint.text("type");
  const auto found = std::find(types.begin(), types.end(), type);
  if (found == types.end()) joint.fail("type", "one of " + joined(types) + did_you_mean(type, types));
  const auto index = static_cast<std::size_t>(found - types.begin());
  if (index < joint_type_names.size()) return static_cast<JointType>(index);
  const std::string name = joint.text("name");
  if (!is_fixed_on_request(name))
    joint.fail(
        "type",
        "a revolute, continuous or prismatic joint (these have exactly one torque)" +
            std::string(
                type == "floating"
                    ? ". A joint may be floating only if it is the only joint on a root link without mass"
                    : "") +
            ". To read this joint as fixed, give `fix` " + name);
  fixed_.push_back(name);
  return JointType::fixed;
}

// The joint that lets the base float: it is floating, and its parent is a root that has no mass and no other
// joint.
std::optional<std::size_t> UrdfReader::floating_base_joint() const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < joints_.nodes().size(); ++i) {
    const XmlNode& joint = joints_.nodes()[i];
    if (joint.at("parent").text("link") != links_.names()[base_]) continue;
    if (found || joint.text("type") != "floating" || is_fixed_on_request(joints_.names()[i])) return {};
    found = i;
  }
  if (!found) return {};
  const MassProperties root = mass_properties_of(links_.nodes()[base_]);
  if (root.mass == 0 && root.inertia.isZero(0)) return found;
  joints_.nodes()[*found].at("parent").fail(
      "link", "a root link without mass at this floating joint, but " + in_quotes(links_.names()[base_]) +
                  " has " + six_digits(root.mass) + " kg. To read this joint as fixed, give `fix` " +
                  joints_.names()[*found]);
}

// Finds the only link that no joint carries.
std::size_t UrdfReader::find_base() {
  const std::vector<XmlNode>& links = links_.nodes();
  std::vector<std::optional<std::size_t>> carrier(links.size());  // joints
  for (std::size_t i = 0; i < joints_.nodes().size(); ++i) {
    const XmlNode child = joints_.nodes()[i].at("child");
    const std::size_t link = links_.named_by(child, "link", "the name of a link");
    if (carrier[link])
      child.fail(
          "link",
          "another link, because joint " + in_quotes(joints_.names()[*carrier[link]]) + " in line " +
              std::to_string(joints_.nodes()[*carrier[link]].line()) +
              " already carries this link. Two joints that carry the same link form a closed loop, but invdyn "
              "computes only trees. Leave out one joint of the loop: the torques are then those of the open tree");
    carrier[link] = i;
    child_of_.push_back(link);
  }
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < links.size(); ++i)
    if (!carrier[i]) roots.push_back(i);
  if (roots.size() > 1)
    throw Error(links[roots[1]].place(), "no joint carries this link, so it is a second root besides " +
                                             in_quotes(links_.names()[roots[0]]) + " in line " +
                                             std::to_string(links[roots[0]].line()) +
                                             ": expected one root, the base of all other links");
  if (links.empty()) throw Error(root_.place(), "has no <link>: expected a robot");
  if (roots.empty()) {
    // Walk up until inside the cycle.
    std::size_t link = 0;
    const auto parent_of = [&](std::size_t of) {
      const XmlNode parent = joints_.nodes()[*carrier[of]].at("parent");
      return links_.named_by(parent, "link", "the name of a link");
    };
    for (std::size_t i = 0; i < links.size(); ++i) link = parent_of(link);
    std::string cycle = links_.names()[link];
    std::size_t at = link;
    do {
      at = parent_of(at);
      cycle = links_.names()[at] + " -> " + cycle;
    } while (at != link);
    throw Error(links[link].place(), "there is no root link, because the links form a cycle, " + cycle +
                                         ": expected one link that is not the child of a joint");
  }
  return roots[0];
}

void UrdfReader::remark(const std::string& what, const XmlNode& node, const char* attribute) {
  const auto same = std::find_if(remarks_.begin(), remarks_.end(),
                                 [&](const Remark& remark) { return remark.what == what; });
  if (same != remarks_.end())
    ++same->count;
  else
    remarks_.push_back({what, attribute ? node.place(attribute) : node.place(), 1});
}

void UrdfReader::remark_in_place_of_origin(const XmlNode& link) {
  const std::optional<XmlNode> inertial = link.child("inertial");
  if (!inertial || inertial->child("origin")) return;
  for (const XmlNode& element : inertial->elements())
    if (element.tag() != "mass" && element.tag() != "inertia")
      remark(
          "is not an element of URDF, and <origin> is missing: the link's origin is taken as the centre of "
          "mass; expected <origin xyz=\"X Y Z\"/>",
          element);
}

void UrdfReader::warn_of_remarks() const {
  for (const auto& [what, place, count] : remarks_) warn_(place + and_more(count) + ": " + what);
}

// No torque depends on a limit, so a limit that cannot be read counts as unknown.
std::optional<double> UrdfReader::limit_in(const XmlNode& node, const char* attribute) {
  if (!node.has(attribute)) return std::nullopt;
  const std::optional<double> value = node.number_if(attribute);
  if (value) return value;
  static const std::vector<std::string> endless{"inf", "+inf", "-inf", "infinity", "-infinity"};
  if (std::find(endless.begin(), endless.end(), node.text(attribute)) == endless.end())
    remark("is not a finite number: this value counts as no limit", node, attribute);
  return std::nullopt;
}

// A limit of 0 would forbid all motion or effort, and a limit below 0 is impossible. Exporters write both for
// unknown limits.
Limits UrdfReader::limits_of(const XmlNode& node, const Joint& joint) {
  const std::string placeholder =
      "is 0. Exporters write 0 when the limit is not known, so 0 counts as no limit";
  Limits limits;
  if (joint.type == JointType::continuous) {
    node.leave({"lower", "upper"}, "the joint is continuous");
  } else if (node.has("lower") || node.has("upper")) {
    constexpr double otherwise = 0;  // the format's default
    limits.lower = node.has("lower") ? limit_in(node, "lower") : otherwise;
    limits.upper = node.has("upper") ? limit_in(node, "upper") : otherwise;
    const bool are_zero = limits.lower == 0.0 && limits.upper == 0.0;
    const bool are_reversed = limits.lower && limits.upper && *limits.lower > *limits.upper;
    if (are_zero) remark(placeholder, node, node.has("lower") ? "lower" : "upper");
    if (are_reversed)
      remark("has a lower limit above the upper limit: both limits are taken as unknown", node);
    if (are_zero || are_reversed) limits.lower = limits.upper = std::nullopt;
    if (limits.lower && *limits.lower <= -urdf_no_limit) limits.lower.reset();
    if (limits.upper && *limits.upper >= urdf_no_limit) limits.upper.reset();
  }
  const auto positive = [&](const char* attribute) -> std::optional<double> {
    const std::optional<double> value = limit_in(node, attribute);
    if (!value || *value >= urdf_no_limit) return std::nullopt;
    if (*value > 0) return value;
    remark(*value == 0 ? placeholder : "is below 0: this value counts as no limit", node, attribute);
    return std::nullopt;
  };
  limits.velocity = positive("velocity");
  limits.effort = positive("effort");
  return limits;
}

void UrdfReader::read_motion(const XmlNode& node, RobotDescription::JointAndLink& result) {
  Joint& joint = result.joint;
  joint.axis = Eigen::Vector3d::UnitX();  // the format's default
  if (const std::optional<XmlNode> axis = node.child("axis")) {
    axis->text("xyz");  // must be there
    joint.axis = axis->numbers_or("xyz", "a direction", Eigen::VectorXd::Zero(3));
  } else {
    default_axes_.push_back(node.place());
  }
  const std::optional<XmlNode> limit =
      node.first_child("limit", [&](const XmlNode& other, const std::string& text) {
        remark(text + ": the first limit is used; torques do not depend on limits", other);
      });
  if (limit)
    joint.limits = limits_of(*limit, joint);
  else if (joint.type != JointType::continuous)
    remark("has no <limit>, which URDF requires for a joint that is not continuous: taken without limits",
           node);
  if (const std::optional<XmlNode> dynamics = node.child("dynamics")) {
    const std::string unit = joint.is_revolute() ? "N m" : "N",
                      speed = joint.is_revolute() ? " s/rad" : " s/m";
    joint.drive.joint.damping = dynamics->number_or("damping", unit + speed, 0);
    const double friction = dynamics->number_or("friction", unit, 0);
    joint.drive.joint.coulomb_positive = friction;
    joint.drive.joint.coulomb_negative = -friction;
  }
  if (const std::optional<XmlNode> mimic = node.child("mimic")) {
    joint.mimic = Mimic{
        0, mimic->number_or("multiplier", "this joint's position divided by the other joint's position", 1),
        mimic->number_or("offset", joint.is_revolute() ? "rad" : "m", 0)};
    result.mimicked = mimic->text("joint");
  }
}

RobotDescription::JointAndLink UrdfReader::joint_and_link(std::size_t index) {
  const XmlNode& node = joints_.nodes()[index];
  RobotDescription::JointAndLink result;
  Joint& joint = result.joint;
  joint.name = joints_.names()[index];
  joint.type = type_of(node);
  const XmlNode parent = node.at("parent");
  result.parent_link = links_.names()[links_.named_by(parent, "link", "the name of a link")];
  joint.T_parent_joint = urdf_origin(node);
  if (joint.moves())
    read_motion(node, result);
  else
    node.leave({"axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"},
               "the joint is fixed");
  const XmlNode& link = links_.nodes()[child_of_[index]];
  result.link.name = links_.names()[child_of_[index]];
  result.link.mass_properties = mass_properties_of(link);
  remark_in_place_of_origin(link);
  return result;
}

void UrdfReader::add_motors(RobotDescription& description) {
  std::vector<std::string> moving;
  for (const auto& entry : description.joints)
    if (entry.joint.moves()) moving.push_back(entry.joint.name);
  motors_ = urdf_motors(root_, moving, warn_);
  for (auto& [joint, parent, link, mimicked, turned_with] : description.joints) {
    const auto motor = motors_.find(joint.name);
    if (motor == motors_.end()) continue;
    joint.drive.gear_ratio = motor->second.gear_ratio;
    joint.drive.rotor_inertia = motor->second.rotor_inertia;
  }
}

UrdfReader::Spot UrdfReader::spot_of(std::size_t index, Part part) const {
  const std::size_t joint = index == RobotDescription::base ? index : at_.at(index);
  const auto attribute = [](const XmlNode& node, const char* name) {
    return Spot{node.place(name), in_quotes(node.text(name))};
  };
  const auto whole = [](const XmlNode& node) { return Spot{node.place(), node.attributes()}; };
  const XmlNode& link = links_.nodes()[joint == RobotDescription::base ? base_ : child_of_[joint]];
  if (part == Part::mass) return attribute(link.at("inertial").at("mass"), "value");
  if (part == Part::inertia) return whole(link.at("inertial").at("inertia"));
  if (part == Part::link_name) return attribute(link, "name");
  const XmlNode& node = joints_.nodes()[joint];
  const auto motor = [&] { return motors_.at(joints_.names()[joint]); };
  switch (part) {
    case Part::parent:
      return attribute(node.at("parent"), "link");
    case Part::axis:
      return attribute(node.at("axis"), "xyz");
    case Part::position_limits:
      return whole(node.children("limit").at(0));
    case Part::velocity_limit:
      return attribute(node.children("limit").at(0), "velocity");
    case Part::effort_limit:
      return attribute(node.children("limit").at(0), "effort");
    case Part::joint_damping:
      return attribute(node.at("dynamics"), "damping");
    case Part::joint_coulomb:
      return attribute(node.at("dynamics"), "friction");
    case Part::mimic:
      return attribute(node.at("mimic"), "joint");
    case Part::gear_ratio:
      return {motor().gear_ratio_place, shortest(motor().gear_ratio)};
    case Part::rotor_inertia:
      return {motor().rotor_inertia_place, shortest(motor().rotor_inertia)};
    default:
      return attribute(node, "name");
  }
}

std::vector<std::string> UrdfReader::suspicious() const {
  std::vector<std::string> places;
  for (const XmlNode& link : links_.nodes())
    if (const std::optional<XmlNode> inertial = link.child("inertial")) look_for_degrees(*inertial, places);
  for (const XmlNode& joint : joints_.nodes()) look_for_degrees(joint, places);
  return places;
}

std::vector<std::string> UrdfReader::notes() const {
  std::vector<std::string> notes;
  if (!default_axes_.empty())
    notes.push_back(default_axes_.front() + and_more(default_axes_.size()) +
                    ": has no <axis>: the axis is x (1 0 0), as the format states");
  if (!massless_.empty())
    notes.push_back(
        file_ + ": no mass is given for " + joined(massless_) + ", which " +
        (massless_.size() > 1 ? "have shapes" : "has a shape") +
        ": torques lack the weight and inertia; expected <inertial> with mass, centre of mass and "
        "moments");
  return notes;
}

// A link that has its mass in a link fixed to it lacks none.
void UrdfReader::look_for_missing_masses(const Robot& robot) {
  const Robot independent = robot.with_independent_mimics();
  const std::vector<LinkPlacement> seats = link_seats(independent);
  const std::vector<Body> bodies = moving_bodies(independent);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!seats[i].body || bodies[*seats[i].body].mass_properties.mass > 0) continue;
    const std::string& name = robot.links()[i].name;
    const auto found = links_.find(name);
    if (!found) continue;
    const std::vector<XmlNode> elements = links_.nodes()[*found].elements();
    const auto has = [&](const char* tag) {
      return std::any_of(elements.begin(), elements.end(),
                         [&](const XmlNode& element) { return element.tag() == tag; });
    };
    if (!has("inertial") && (has("visual") || has("collision"))) massless_.push_back(name);
  }
}

Robot UrdfReader::read() {
  check_fixed_names();
  RobotDescription description;
  description.place = [this](std::size_t joint, Part part) { return spot_of(joint, part).place; };
  description.value = [this](std::size_t joint, Part part) { return spot_of(joint, part).value; };
  description.name = root_.has("name") ? root_.text("name") : std::filesystem::path(file_).stem().string();
  if (!root_.has("name"))
    warn_(root_.place() + ": the attribute \"name\" is missing: the robot is called " +
          in_quotes(description.name));
  base_ = find_base();
  const std::optional<std::size_t> floating = floating_base_joint();
  if (floating) {
    const XmlNode& joint = joints_.nodes()[*floating];
    joint.leave({"axis", "limit", "dynamics", "mimic", "safety_controller", "calibration"},
                "this joint lets the base float");
    description.T_world_base = urdf_origin(joint);
    description.base_floats = true;
    base_ = child_of_[*floating];
  }
  description.base_link = links_.names()[base_];
  description.base_mass_properties = mass_properties_of(links_.nodes()[base_]);
  for (std::size_t i = 0; i < joints_.nodes().size(); ++i) {
    if (i == floating) continue;
    at_.push_back(i);
    description.joints.push_back(joint_and_link(i));
  }
  add_motors(description);
  if (reading_.edit) reading_.edit(description);
  const Robot robot(description, warn_);
  warn_of_remarks();
  look_for_missing_masses(robot);
  return robot;
}

}  // namespace

RobotFile read_urdf_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn) {
  XmlDocument document(text, file);
  expect_urdf(document);
  expect_lower_case(document.root());
  document.advise_on_repeated("; `correct-inertia` of robot convert takes the first copy, as KDL does");
  if (reading.take_first) document.take_first();
  UrdfReader reader(document, file, reading, warn);
  look_for_xacro(document, warn);
  const Robot robot = reader.read();
  warn_of_expressions(document, warn);
  if (document.repeated() > 0)
    warn(document.first_repeated() + and_more(document.repeated()) + ": repeats an earlier element");
  for (const std::string& other : document.left_out()) warn(other);
  warn_of_loops(document.root(), warn);
  return {reading.independent_mimics ? robot.with_independent_mimics() : robot,
          document.unused(),
          reader.suspicious(),
          {},
          {},
          {},
          reader.fixed(),
          false,
          reader.notes()};
}

}  // namespace invdyn
