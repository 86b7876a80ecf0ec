#include "mjcf_writer.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/xml_document.h"
#include "../../ground/text/number.h"
#include "../model/drive_fields.h"
#include "../model/principal_moments.h"
#include "../model/pseudo_inertia.h"

namespace invdyn {
namespace {

// MuJoCo takes no moving body with less [user_model.cc: larger than mjMINVAL, 1e-15]. It changes no torque.
constexpr double min_of_body = 2e-15;
// MuJoCo takes at most 6 degrees of freedom in a body.
constexpr std::size_t max_joints_of_body = 6;
// Indentation of a long chain takes most of the file.
constexpr std::size_t max_indented = 200;
// Where only one limit is known. MJCF has both or none.
constexpr double mjcf_no_limit = 1e10;

void put(pugi::xml_node node, const char* attribute, const std::string& value) {
  node.append_attribute(attribute).set_value(value.c_str());
}

void put(pugi::xml_node node, const char* attribute, double value) {
  put(node, attribute, shortest(value));
}

std::string list_of(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + shortest(value);
  return text;
}

std::string list_of(const Eigen::Vector3d& v) {
  return list_of({v.x(), v.y(), v.z()});
}

void put_orientation(pugi::xml_node node, const Eigen::Matrix3d& R) {
  if (R.isIdentity(0)) return;
  const Eigen::Quaterniond q(R);
  put(node, "quat", list_of({q.w(), q.x(), q.y(), q.z()}));
}

// As MuJoCo computes it.
bool keeps_inequality(const Eigen::Vector3d& m) {
  return m[0] + m[1] >= m[2] && m[0] + m[2] >= m[1] && m[1] + m[2] >= m[0];
}

class MjcfWriter {
 public:
  MjcfWriter(const Robot& robot, const Warn& warn)
      : robot_(robot), warn_(warn), children_(robot.links().size()), open_(robot.links().size()) {
    for (std::size_t i = 0; i < robot.joints().size(); ++i) children_[robot.joints()[i].parent].push_back(i);
    for (const Link& link : robot.links()) links_.insert(link.name);
  }

  std::string text();

 private:
  // A joint whose body is not written yet, and what leads from its axes to the latest link at zero.
  struct Waiting {
    std::size_t joint;
    Eigen::Isometry3d T_joint_link;
  };
  // Where the children of a link go: into its body, or with its joints into the body of its only child.
  struct Open {
    pugi::xml_node body;
    Eigen::Isometry3d T_body_link = Eigen::Isometry3d::Identity();
    std::vector<Waiting> joints = {};
  };

  void warn(const std::string& what) const { warn_(what); }
  void warn_of(const char* kind, const std::vector<std::string>& names, const std::string& what) const {
    if (!names.empty()) warn(kind + std::string(names.size() == 1 ? " " : "s ") + joined(names) + what);
  }
  void check_names() const;
  void add_base(pugi::xml_node world);
  void add_link(std::size_t joint);
  bool passes_joints_on(std::size_t link, const Open& open) const;
  void add_inertial(pugi::xml_node body, const Link& link, bool moves);
  void add_joint(pugi::xml_node body, const Waiting& waiting);
  void add_drive(pugi::xml_node node, const Joint& joint);
  void add_actuators(pugi::xml_node root);
  void add_equalities(pugi::xml_node root);
  void warn_of_losses() const;

  const Robot& robot_;
  const Warn& warn_;
  std::vector<std::vector<std::size_t>> children_;  // joints, by link
  std::vector<Open> open_;                          // by link
  std::set<std::string> links_;
  std::vector<std::size_t> order_;  // of moving joints in the file
  std::vector<std::string> tiny_, merged_, negative_, impossible_, one_sided_;
};

void MjcfWriter::check_names() const {
  expect_held_by_xml(robot_.name(), robot_.name());
  for (const Link& link : robot_.links()) expect_held_by_xml(link.name, robot_.name());
  for (const Joint& joint : robot_.joints()) expect_held_by_xml(joint.name, robot_.name());
}

void MjcfWriter::add_base(pugi::xml_node world) {
  const Link& base = robot_.links()[0];
  const MassProperties& body = base.mass_properties;
  const bool is_world = base.name == "world" && robot_.T_world_base().matrix().isIdentity(0) &&
                        body.mass == 0 && !robot_.base_floats();
  if (is_world) {
    open_[0].body = world;
    return;
  }
  open_[0].body = world.append_child("body");
  std::string name = base.name;
  while (name == "world" || (name != base.name && links_.count(name))) name += "_";
  put(open_[0].body, "name", name);
  put(open_[0].body, "pos", list_of(robot_.T_world_base().translation()));
  put_orientation(open_[0].body, robot_.T_world_base().linear());
  if (base.gravity_compensation != 0) put(open_[0].body, "gravcomp", base.gravity_compensation);
  add_inertial(open_[0].body, base, robot_.base_floats());
  if (robot_.base_floats()) open_[0].body.append_child("freejoint");
}

// Axes and moments of inertia. MuJoCo checks the triangle inequality without any rounding. It takes no moment
// below 0; no torque depends noticeably on one that Robot has.
void MjcfWriter::add_inertial(pugi::xml_node body, const Link& link, bool moves) {
  const MassProperties& mass = link.mass_properties;
  const bool is_empty = mass.mass == 0 && mass.inertia.isZero(0);
  if (is_empty && !moves) return;
  const bool is_negative = has_negative_moment(mass.inertia);
  const Eigen::Matrix3d inertia = is_negative ? nearest_possible_inertia(mass.inertia) : mass.inertia;
  if (is_negative) negative_.push_back(link.name);
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(inertia);
  Eigen::Vector3d moments = axes.eigenvalues();
  Eigen::Matrix3d R = axes.eigenvectors();
  if (inertia.isDiagonal(0)) {
    moments = inertia.diagonal();
    R.setIdentity();
  }
  if (R.determinant() < 0) R.col(0) *= -1;
  moments = moments.cwiseMax(0);
  const double largest = moments.maxCoeff(), rounding = std::max(1e-9 * largest, min_of_body);
  const auto excess = [&moments] { return 2 * moments.maxCoeff() - moments.sum(); };
  if (excess() > rounding) impossible_.push_back(link.name);
  // Of a rod: its smallest moment grows by the rounding of the others.
  Eigen::Index smallest = 0;
  moments.minCoeff(&smallest);
  if (excess() <= rounding)
    for (double step = std::max(excess(), 0.0); !keeps_inequality(moments); step = 2 * step + 1e-16 * largest)
      moments[smallest] += step;
  double written = mass.mass;
  if (moves && (written < min_of_body || moments.minCoeff() < min_of_body)) {
    tiny_.push_back(link.name);
    written = std::max(written, min_of_body);
    moments = moments.cwiseMax(min_of_body);
  }
  pugi::xml_node inertial = body.append_child("inertial");
  put(inertial, "pos", list_of(mass.com));
  put(inertial, "mass", written);
  put(inertial, "diaginertia", list_of(moments));
  put_orientation(inertial, R);
}

// MuJoCo takes no moving body without mass, but several joints in a body.
bool MjcfWriter::passes_joints_on(std::size_t link, const Open& open) const {
  const MassProperties& body = robot_.links()[link].mass_properties;
  return !open.joints.empty() && open.joints.size() < max_joints_of_body && body.mass == 0 &&
         body.inertia.isZero(0) && children_[link].size() == 1;
}

void MjcfWriter::add_link(std::size_t index) {
  const Joint& joint = robot_.joints()[index];
  const std::size_t link = index + 1;
  Open open = open_[joint.parent];
  const Eigen::Isometry3d T_parent_link = joint.T_parent_joint * joint.T_joint_link;
  open.T_body_link = open.T_body_link * T_parent_link;
  for (Waiting& waiting : open.joints) waiting.T_joint_link = waiting.T_joint_link * T_parent_link;
  if (joint.moves()) open.joints.push_back({index, joint.T_joint_link});
  if (passes_joints_on(link, open)) {
    merged_.push_back(robot_.links()[link].name);
    open_[link] = open;
    return;
  }
  pugi::xml_node body = open.body.append_child("body");
  put(body, "name", robot_.links()[link].name);
  put(body, "pos", list_of(open.T_body_link.translation()));
  put_orientation(body, open.T_body_link.linear());
  if (const double share = robot_.links()[link].gravity_compensation; share != 0)
    put(body, "gravcomp", share);
  add_inertial(body, robot_.links()[link], !open.joints.empty());
  for (const Waiting& waiting : open.joints) add_joint(body, waiting);
  open_[link] = {.body = body};
}

void MjcfWriter::add_joint(pugi::xml_node body, const Waiting& waiting) {
  const Joint& joint = robot_.joints()[waiting.joint];
  order_.push_back(waiting.joint);
  const Eigen::Isometry3d T_link_joint = waiting.T_joint_link.inverse(Eigen::Isometry);
  pugi::xml_node node = body.append_child("joint");
  put(node, "name", joint.name);
  put(node, "type", joint.is_revolute() ? "hinge" : "slide");
  if (joint.is_revolute() && !T_link_joint.translation().isZero(0))
    put(node, "pos", list_of(T_link_joint.translation()));
  put(node, "axis", list_of(T_link_joint.linear() * joint.axis));
  const Limits& limits = joint.limits;
  if (limits.lower || limits.upper) {
    put(node, "limited", "true");
    put(node, "range",
        list_of({limits.lower.value_or(-mjcf_no_limit), limits.upper.value_or(mjcf_no_limit)}));
    if (!limits.lower || !limits.upper) one_sided_.push_back(joint.name);
  }
  add_drive(node, joint);
}

void MjcfWriter::add_drive(pugi::xml_node node, const Joint& joint) {
  const Drive& drive = joint.drive;
  if (drive.offset != 0)
    throw NotRepresentable(robot_.name(),
                           "joint " + joint.name + " has a torque offset of " + shortest(drive.offset) +
                               ", which MJCF cannot state: expected JSON, or a robot without torque offset");
  const double forwards = drive.coulomb_positive(), backwards = -drive.coulomb_negative();
  if (forwards != backwards)
    warn("joint " + joint.name + ": its Coulomb friction is " + shortest(forwards) + " forwards and " +
         shortest(backwards) +
         " backwards, but MJCF has one number: " + shortest(std::max(forwards, backwards)) + " is written");
  const auto put_if = [&node](const char* attribute, double value) {
    if (value != 0) put(node, attribute, value);
  };
  put_if("armature", drive.reflected_inertia());
  put_if("damping", drive.damping());
  put_if("frictionloss", std::max(forwards, backwards));
  put_if("stiffness", drive.spring.stiffness);
  put_if("springref", drive.spring.stiffness != 0 ? drive.spring.reference : 0);
}

void MjcfWriter::add_actuators(pugi::xml_node root) {
  pugi::xml_node actuators;
  for (const std::size_t index : order_) {
    const Joint& joint = robot_.joints()[index];
    const double gear = joint.drive.gear_ratio;
    if (gear == 1 && !joint.limits.effort) continue;
    if (!actuators) actuators = root.append_child("actuator");
    pugi::xml_node motor = actuators.append_child("motor");
    put(motor, "name", joint.name + "_motor");
    put(motor, "joint", joint.name);
    put(motor, "gear", gear);
    if (!joint.limits.effort) continue;
    const double force = *joint.limits.effort / std::abs(gear);
    put(motor, "forcelimited", "true");
    put(motor, "forcerange", list_of({-force, force}));
  }
}

void MjcfWriter::add_equalities(pugi::xml_node root) {
  pugi::xml_node equality;
  for (const Joint& joint : robot_.joints()) {
    if (!joint.mimic) continue;
    if (!equality) equality = root.append_child("equality");
    pugi::xml_node node = equality.append_child("joint");
    put(node, "joint1", joint.name);
    put(node, "joint2", robot_.joints()[joint.mimic->joint].name);
    put(node, "polycoef", list_of({joint.mimic->offset, joint.mimic->multiplier, 0, 0, 0}));
  }
}

void MjcfWriter::warn_of_losses() const {
  std::vector<std::string> speeds, lossy, rubbing, loaded, coupled;
  for (const Joint& joint : robot_.joints()) {
    if (!joint.moves()) continue;
    const Friction& motor = joint.drive.motor;
    if (joint.limits.velocity) speeds.push_back(joint.name);
    if (joint.drive.efficiency != 1) lossy.push_back(joint.name);
    if (motor.damping != 0 || motor.coulomb_positive != 0 || motor.coulomb_negative != 0)
      rubbing.push_back(joint.name);
    if (has_load_or_curve(joint.drive)) loaded.push_back(joint.name);
    if (!joint.drive.turns_with.empty()) coupled.push_back(joint.name);
  }
  warn_of(
      "link", merged_,
      ": the copy has no body for this link, because the link has no mass; its joint is in the body of the "
      "next link");
  warn_of("link", tiny_,
          ": in the copy, mass and moments are raised to at least " + shortest(min_of_body) +
              ", because MuJoCo refuses smaller values in a moving body");
  warn_of("link", negative_,
          ": a moment of inertia is below 0, which MuJoCo refuses: the nearest possible moments are "
          "written; torques hardly change");
  warn_of("link", impossible_,
          ": MuJoCo refuses its moments of inertia, because they are physically impossible; "
          "`correct-inertia` writes the nearest possible moments");
  warn_of("joint", speeds, ": velocity limits, which MJCF cannot state, are left out");
  warn_of("joint", one_sided_,
          ": only one limit is known, but MJCF requires both: " + shortest(mjcf_no_limit) +
              " (practically unlimited) is written in place of the unknown limit");
  warn_of("joint", rubbing,
          ": friction on the motor's side of the gearbox is written as friction of the joint, because "
          "MJCF has no friction of a motor");
  warn_of("joint", coupled,
          ": the drive of this joint also turns when other joints move (turns_with). MJCF cannot state this "
          "coupling: rotor and friction are written as if the drive turned with this joint only");
  warn_of(
      "joint", loaded,
      ": friction that depends on the load or follows a curve over speed (load, curve) is left out, because "
      "MJCF cannot state it");
  warn_of("joint", lossy, ": losses in the gearbox, which MJCF cannot state, are left out");
  std::vector<std::size_t> sorted = order_;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != order_) {
    std::vector<std::string> names;
    for (const std::size_t joint : order_) names.push_back(robot_.joints()[joint].name);
    warn("MJCF nests bodies, so the joints are in another order: " + joined(names));
  }
}

std::string MjcfWriter::text() {
  check_names();
  pugi::xml_document document;
  if (!robot_.source().empty())
    document.append_child(pugi::node_comment).set_value((" " + visible_lines(robot_.source()) + " ").c_str());
  pugi::xml_node root = document.append_child("mujoco");
  put(root, "model", robot_.name());
  put(root.append_child("compiler"), "angle", "radian");
  put(root.append_child("option"), "gravity", list_of(robot_.gravity()));
  add_base(root.append_child("worldbody"));
  // Depth first, as MuJoCo numbers joints. A chain may be long, so without recursion.
  std::vector<std::size_t> waiting(children_[0].rbegin(), children_[0].rend());
  while (!waiting.empty()) {
    const std::size_t joint = waiting.back();
    waiting.pop_back();
    add_link(joint);
    const std::vector<std::size_t>& next = children_[joint + 1];
    waiting.insert(waiting.end(), next.rbegin(), next.rend());
  }
  add_equalities(root);
  add_actuators(root);
  warn_of_losses();
  std::ostringstream out;
  document.save(out, robot_.joints().size() > max_indented ? "" : "  ", pugi::format_default,
                pugi::encoding_utf8);
  return out.str();
}

}  // namespace

std::string mjcf_text(const Robot& robot, const Warn& warn) {
  return MjcfWriter(robot, warn).text();
}

}  // namespace invdyn
