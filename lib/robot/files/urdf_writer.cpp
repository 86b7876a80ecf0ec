#include "urdf_writer.h"

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/xml_document.h"
#include "../../ground/text/number.h"
#include "../model/drive_fields.h"
#include "../model/names.h"
#include "../model/rotation.h"
#include "folded_joint.h"
#include "urdf_reader.h"

namespace invdyn {
namespace {

void set(pugi::xml_node node, const char* attribute, const std::string& value) {
  node.append_attribute(attribute).set_value(value.c_str());
}

void set(pugi::xml_node node, const char* attribute, double value) {
  set(node, attribute, shortest(value));
}

std::string text_of(const Eigen::Vector3d& vector) {
  return shortest(vector.x()) + " " + shortest(vector.y()) + " " + shortest(vector.z());
}

// A name that is not in use: `wanted`, `wanted_2`, ...
std::string unique_name(const std::string& wanted, const std::set<std::string>& taken) {
  std::string name = wanted;
  for (int i = 2; taken.count(name); ++i) name = wanted + "_" + std::to_string(i);
  return name;
}

class UrdfWriter {
 public:
  UrdfWriter(const Robot& robot, const Warn& warn) : robot_(robot), warn_(warn) {
    for (const Link& link : robot.links()) links_.insert(link.name);
    for (const Joint& joint : robot.joints()) joints_.insert(joint.name);
  }

  std::string text();

 private:
  void warn(const std::string& what) const { warn_(what); }
  void warn_of(const std::vector<std::string>& joints, const std::string& what) const {
    if (!joints.empty()) warn((joints.size() == 1 ? "joint " : "joints ") + joined(joints) + what);
  }
  void check_names() const;
  void add_world();
  void add_link(const Link& link, const Eigen::Vector3d& p_joint_link);
  void add_joint(const Joint& joint, const std::string& child, const FoldedJoint& folded_joint,
                 const Eigen::Vector3d& p_of_parent);
  void add_limits(pugi::xml_node node, const Joint& joint);
  void add_friction(pugi::xml_node node, const Joint& joint);
  void add_transmission(const Joint& joint);
  static void add_origin(pugi::xml_node node, const Eigen::Isometry3d& T);

  const Robot& robot_;
  const Warn& warn_;
  std::set<std::string> links_, joints_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::vector<std::string> moved_links_, incomplete_, zero_limits_, lossy_, sprung_, rubbing_motors_, loaded_,
      coupled_;
};

void UrdfWriter::add_origin(pugi::xml_node node, const Eigen::Isometry3d& T) {
  pugi::xml_node origin = node.append_child("origin");
  set(origin, "xyz", text_of(T.translation()));
  set(origin, "rpy", text_of(T.linear().isIdentity(0) ? Eigen::Vector3d(0, 0, 0) : rpy_of(T.linear())));
}

// Adds the world, with the base at its pose, fixed to it or floating.
void UrdfWriter::add_world() {
  const std::string base = robot_.links()[0].name, world = unique_name("world", links_);
  set(root_.append_child("link"), "name", world);
  pugi::xml_node joint = root_.append_child("joint");
  set(joint, "name", unique_name(world + "_to_" + base, joints_));
  set(joint, "type", robot_.base_floats() ? "floating" : "fixed");
  set(joint.append_child("parent"), "link", world);
  set(joint.append_child("child"), "link", base);
  add_origin(joint, robot_.T_world_base());
}

void UrdfWriter::add_link(const Link& link, const Eigen::Vector3d& p_joint_link) {
  pugi::xml_node node = root_.append_child("link");
  set(node, "name", link.name);
  const MassProperties& body = link.mass_properties;
  if (body.mass == 0 && body.inertia.isZero(0)) return;
  pugi::xml_node inertial = node.append_child("inertial");
  const Eigen::Vector3d com = body.com + p_joint_link;
  add_origin(inertial, Eigen::Isometry3d(Eigen::Translation3d(com)));
  set(inertial.append_child("mass"), "value", body.mass);
  pugi::xml_node inertia = inertial.append_child("inertia");
  set(inertia, "ixx", body.inertia(0, 0));
  set(inertia, "ixy", body.inertia(0, 1));
  set(inertia, "ixz", body.inertia(0, 2));
  set(inertia, "iyy", body.inertia(1, 1));
  set(inertia, "iyz", body.inertia(1, 2));
  set(inertia, "izz", body.inertia(2, 2));
}

void UrdfWriter::add_joint(const Joint& joint, const std::string& child, const FoldedJoint& folded_joint,
                           const Eigen::Vector3d& p_of_parent) {
  pugi::xml_node node = root_.append_child("joint");
  set(node, "name", joint.name);
  const bool unlimited = !joint.limits.lower && !joint.limits.upper;
  const JointType of_turns = unlimited ? JointType::continuous : JointType::revolute;
  const JointType type = joint.is_revolute() ? of_turns : joint.type;
  set(node, "type", name_of(type));
  set(node.append_child("parent"), "link", robot_.links()[joint.parent].name);
  set(node.append_child("child"), "link", child);
  Eigen::Isometry3d T = folded_joint.T_parent_joint;
  if (!p_of_parent.isZero(0)) T = Eigen::Translation3d(p_of_parent) * T;
  add_origin(node, T);
  if (!joint.moves()) return;
  set(node.append_child("axis"), "xyz", text_of(folded_joint.axis));
  add_limits(node, joint);
  add_friction(node, joint);
  if (!joint.mimic) return;
  pugi::xml_node mimic = node.append_child("mimic");
  set(mimic, "joint", robot_.joints()[joint.mimic->joint].name);
  set(mimic, "multiplier", joint.mimic->multiplier);
  set(mimic, "offset", joint.mimic->offset);
}

// The format requires effort and velocity together with limits, and other readers refuse a file without them.
// 0 would forbid all motion.
void UrdfWriter::add_limits(pugi::xml_node node, const Joint& joint) {
  const Limits& limits = joint.limits;
  const bool continuous = joint.is_revolute() && !limits.lower && !limits.upper;
  if (continuous && !limits.velocity && !limits.effort) return;
  const bool bounded = continuous || (limits.lower && limits.upper);
  if (!bounded || !limits.velocity || !limits.effort) incomplete_.push_back(joint.name);
  if (limits.velocity == 0.0 || limits.effort == 0.0 || (limits.lower == 0.0 && limits.upper == 0.0))
    zero_limits_.push_back(joint.name);
  pugi::xml_node limit = node.append_child("limit");
  if (!continuous) {
    set(limit, "lower", limits.lower.value_or(-urdf_no_limit));
    set(limit, "upper", limits.upper.value_or(urdf_no_limit));
  }
  set(limit, "effort", limits.effort.value_or(urdf_no_limit));
  set(limit, "velocity", limits.velocity.value_or(urdf_no_limit));
}

void UrdfWriter::add_friction(pugi::xml_node node, const Joint& joint) {
  const Drive& drive = joint.drive;
  const double forwards = drive.coulomb_positive(), backwards = -drive.coulomb_negative();
  const double friction = std::max(forwards, backwards);
  if (drive.offset != 0)
    throw NotRepresentable(robot_.name(),
                           "joint " + joint.name + " has a torque offset of " + shortest(drive.offset) +
                               ", which URDF cannot state: expected JSON, or a robot without torque offset");
  const Friction& motor = drive.motor;
  if (motor.damping != 0 || motor.coulomb_positive != 0 || motor.coulomb_negative != 0)
    rubbing_motors_.push_back(joint.name);
  if (has_load_or_curve(drive)) loaded_.push_back(joint.name);
  if (!drive.turns_with.empty()) coupled_.push_back(joint.name);
  if (forwards != backwards)
    warn("joint " + joint.name + ": its Coulomb friction is " + shortest(forwards) + " forwards and " +
         shortest(backwards) + " backwards, but URDF has one number: " + shortest(friction) + " is written");
  if (drive.damping() == 0 && friction == 0) return;
  pugi::xml_node dynamics = node.append_child("dynamics");
  set(dynamics, "damping", drive.damping());
  set(dynamics, "friction", friction);
}

// Writes the ratio as in ROS, and ratio and rotor as in Drake.
void UrdfWriter::add_transmission(const Joint& joint) {
  const Drive& drive = joint.drive;
  if (!joint.moves() || (drive.gear_ratio == 1 && drive.rotor_inertia == 0)) return;
  pugi::xml_node transmission = root_.append_child("transmission");
  set(transmission, "name", joint.name + "_transmission");
  transmission.append_child("type").text() = "transmission_interface/SimpleTransmission";
  set(transmission.append_child("joint"), "name", joint.name);
  pugi::xml_node actuator = transmission.append_child("actuator");
  set(actuator, "name", joint.name + "_motor");
  actuator.append_child("mechanicalReduction").text() = shortest(drive.gear_ratio).c_str();
  set(actuator.append_child("drake:gear_ratio"), "value", drive.gear_ratio);
  set(actuator.append_child("drake:rotor_inertia"), "value", drive.rotor_inertia);
}

void UrdfWriter::check_names() const {
  expect_held_by_xml(robot_.name(), robot_.name());
  for (const Link& link : robot_.links()) expect_held_by_xml(link.name, robot_.name());
  for (const Joint& joint : robot_.joints()) expect_held_by_xml(joint.name, robot_.name());
}

std::string UrdfWriter::text() {
  check_names();
  if (!robot_.source().empty())
    document_.append_child(pugi::node_comment)
        .set_value((" " + visible_lines(robot_.source()) + " ").c_str());
  root_ = document_.append_child("robot");
  set(root_, "name", robot_.name());
  const bool has_motors = std::any_of(robot_.joints().begin(), robot_.joints().end(), [](const Joint& joint) {
    return joint.moves() && (joint.drive.gear_ratio != 1 || joint.drive.rotor_inertia != 0);
  });
  if (has_motors) set(root_, "xmlns:drake", "http://drake.mit.edu");
  if (robot_.base_floats() || !robot_.T_world_base().matrix().isIdentity(0)) add_world();
  std::vector<FoldedJoint> folded_joints;
  for (const Joint& joint : robot_.joints()) folded_joints.push_back(folded(joint));
  const auto p_of_link = [&](std::size_t link) {
    return link == 0 ? Eigen::Vector3d(0, 0, 0) : folded_joints[link - 1].p_joint_link;
  };
  for (std::size_t i = 0; i < robot_.links().size(); ++i) {
    add_link(robot_.links()[i], p_of_link(i));
    if (!p_of_link(i).isZero(0)) moved_links_.push_back(robot_.links()[i].name);
  }
  for (std::size_t i = 0; i < robot_.joints().size(); ++i) {
    const Joint& joint = robot_.joints()[i];
    add_joint(joint, robot_.links()[i + 1].name, folded_joints[i], p_of_link(joint.parent));
  }
  for (const Joint& joint : robot_.joints()) {
    add_transmission(joint);
    if (joint.moves() && joint.drive.efficiency != 1) lossy_.push_back(joint.name);
    if (joint.moves() && joint.drive.spring.stiffness != 0) sprung_.push_back(joint.name);
  }

  if (robot_.gravity() != Eigen::Vector3d(0, 0, -standard_gravity))
    warn("its gravity is " + text_of(robot_.gravity()) +
         " m/s^2, which URDF cannot state: programs that read the file use another gravity, such as 0 0 " +
         shortest(-standard_gravity));
  if (!moved_links_.empty())
    warn("the frames of " + joined(moved_links_) +
         " are moved onto their joints' axes, because URDF places the frame of a link there");
  warn_of(incomplete_, ": some limits are unknown, but URDF requires them: " + shortest(urdf_no_limit) +
                           " is written, which is practically no limit");
  warn_of(rubbing_motors_,
          ": friction on the motor's side of the gearbox is written as friction of the joint, because "
          "URDF has no friction of a motor");
  warn_of(coupled_,
          ": the drive of this joint also turns when other joints move (turns_with). URDF cannot state this "
          "coupling: rotor and friction are written as if the drive turned with this joint only");
  warn_of(
      loaded_,
      ": friction that depends on the load or follows a curve over speed (load, curve) is left out, because "
      "URDF cannot state it");
  warn_of(lossy_, ": losses in the gearbox, which URDF cannot state, are left out");
  warn_of(
      sprung_,
      ": springs are left out, because URDF cannot state them: torques computed with the copy do not contain "
      "spring torques");
  std::vector<std::string> compensated;
  for (const Link& link : robot_.links())
    if (link.gravity_compensation != 0) compensated.push_back(link.name);
  if (!compensated.empty())
    warn("the gravity compensation of " + joined(compensated) +
         " is left out, because URDF cannot state it: in the copy, the joints carry the whole weight");
  warn_of(zero_limits_, ": a limit is 0; in URDF, 0 means that it is not known");

  std::ostringstream out;
  document_.save(out, "  ", pugi::format_default, pugi::encoding_utf8);
  return out.str();
}

}  // namespace

std::string urdf_text(const Robot& robot, const Warn& warn) {
  return UrdfWriter(robot, warn).text();
}

}  // namespace invdyn
