#include "mjcf_reader.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../model/bodies.h"
#include "../model/floating_base.h"
#include "../model/rotation.h"
#include "mjcf_body.h"
#include "mjcf_extras.h"
#include "mjcf_floating.h"
#include "reference_inertia.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;

class MjcfReader {
 public:
  MjcfReader(const std::string& text, const std::string& file, const MjcfReading& reading, const Warn& warn)
      : reading_(reading),
        warn_(warn),
        files_(text, file, reading.include_outside),
        settings_(read_mjcf_settings(files_)),
        defaults_(files_),
        meshes_(files_, defaults_, settings_),
        bodies_(read_mjcf_bodies(files_, defaults_)) {}

  MjcfRobot read();

 private:
  // Of a joint of the robot: where its values are.
  struct Source {
    std::size_t body;
    std::optional<MjcfElement> joint;
  };

  void name_joints();
  void check_fixed_names() const;
  bool is_fixed_on_request(const std::string& joint) const;
  void let_float();
  void add_body(std::size_t index);
  void add_joint(std::size_t body, std::size_t index, const Eigen::Isometry3d& T_parent_body);
  void add_fixed(std::size_t body, const std::string& name, const Eigen::Isometry3d& T_parent_body);
  void read_motion(const MjcfElement& element, Joint& joint) const;
  void read_drive(const MjcfElement& element, Joint& joint) const;
  Eigen::Isometry3d parent_pose_of(const MjcfBody& body, const MjcfBodyMass& mass);
  Eigen::Matrix3d body_axes(std::size_t body) const;
  void scale_masses();
  void set_springs_by_time_constants();
  ReferenceTree reference_tree(std::vector<std::optional<std::size_t>>& joints) const;
  void compensate_gravity();
  std::string link_of(std::optional<std::size_t> body) const {
    return body ? bodies_[*body].name : description_.base_link;
  }
  std::string link_between(std::size_t body, std::size_t joint);
  struct Spot {
    std::string place, value;
  };
  Spot spot_of(std::size_t joint, Part part) const;

  const MjcfReading& reading_;
  const Warn& warn_;
  MjcfFiles files_;
  const MjcfSettings settings_;
  const MjcfDefaults defaults_;
  MjcfMeshes meshes_;
  const std::vector<MjcfBody> bodies_;
  std::vector<std::vector<std::string>> joint_names_;  // by body
  std::set<std::string> taken_joints_, taken_links_;
  RobotDescription description_;
  std::vector<Source> sources_;
  MjcfFloating floating_;
  double base_compensation_ = 0;
  std::vector<std::string> still_;               // bodies beside it
  std::vector<std::string> fixed_;               // free and ball joints
  std::vector<double> references_;               // by joint
  std::vector<bool> moves_;                      // by body
  std::vector<Eigen::Isometry3d> T_world_body_;  // by body, at `ref`
  std::vector<Eigen::Isometry3d> T_body_world_;  // by body, with global coordinates
};

std::string unique_in(std::set<std::string>& taken, const std::string& wanted) {
  std::string name = wanted;
  while (!taken.insert(name).second) name += "_";
  return name;
}

// `arm_joint` in the body `arm`, or `arm_joint1`, `arm_joint2` if it has several.
void MjcfReader::name_joints() {
  for (const MjcfBody& body : bodies_)
    for (const MjcfElement& joint : body.joints)
      if (joint.own().has("name")) taken_joints_.insert(joint.own().text("name"));
  for (const MjcfBody& body : bodies_) {
    std::vector<std::string>& names = joint_names_.emplace_back();
    for (const MjcfElement& joint : body.joints) {
      const std::string number = body.joints.size() > 1 ? std::to_string(names.size() + 1) : "";
      const std::string given = joint.own().value("name");
      names.push_back(given.empty() ? unique_in(taken_joints_, body.name + "_joint" + number) : given);
    }
  }
}

bool MjcfReader::is_fixed_on_request(const std::string& joint) const {
  return reading_.fix_all || reading_.base_floats == false ||
         std::find(reading_.fixed.begin(), reading_.fixed.end(), joint) != reading_.fixed.end();
}

void MjcfReader::check_fixed_names() const {
  std::map<std::string, MjcfJointKind> kinds;
  std::vector<std::string> names;
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    for (std::size_t j = 0; j < bodies_[b].joints.size(); ++j) {
      kinds.emplace(joint_names_[b][j], kind_of_joint(bodies_[b].joints[j]));
      names.push_back(joint_names_[b][j]);
    }
  for (const std::string& name : reading_.fixed) {
    const auto found = kinds.find(name);
    if (found == kinds.end())
      throw UsageError("`fix`", "no joint is named " + in_quotes(name) + did_you_mean(name, names));
    if (found->second == MjcfJointKind::slide || found->second == MjcfJointKind::hinge)
      throw UsageError(
          "`fix`",
          "joint " + in_quotes(name) +
              " has one degree of freedom: expected a free or ball joint; for other joints, use `lock`");
  }
}

// The body that floats becomes the base. Bodies beside it stand still, and are left out.
void MjcfReader::let_float() {
  if (!floating_.body) return;
  std::vector<RobotDescription::JointAndLink> joints;
  std::vector<Source> sources;
  for (std::size_t i = 0; i < description_.joints.size(); ++i) {
    const RobotDescription::JointAndLink& entry = description_.joints[i];
    if (sources_[i].body == *floating_.body) {
      description_.base_floats = true;
      description_.base_link = entry.link.name;
      description_.base_mass_properties = entry.link.mass_properties;
      description_.T_world_base = entry.joint.T_parent_joint;
      base_compensation_ = entry.link.gravity_compensation;
    } else if (floating_.root[sources_[i].body] == *floating_.body) {
      joints.push_back(entry);
      sources.push_back(sources_[i]);
    } else {
      still_.push_back(entry.link.name);
    }
  }
  if (base_compensation_ < 0)
    bodies_[*floating_.body].node.fail("gravcomp", "a share of the weight, 0 or more");
  description_.joints = std::move(joints);
  sources_ = std::move(sources);
}

// A link without mass between two joints of a body.
std::string MjcfReader::link_between(std::size_t body, std::size_t joint) {
  return unique_in(taken_links_, bodies_[body].name + "_after_" + joint_names_[body][joint]);
}

void MjcfReader::add_fixed(std::size_t body, const std::string& name,
                           const Eigen::Isometry3d& T_parent_body) {
  RobotDescription::JointAndLink entry;
  entry.joint.name = name;
  entry.joint.T_parent_joint = T_parent_body;
  description_.joints.push_back(entry);
  references_.push_back(0);
  sources_.push_back({body, {}});
}

// Frames: each joint of a body turns about its own point in the body's axes, or slides along its axis, and
// then comes the next one [MuJoCo, computation, kinematics]. At `ref` the body has its pose in the file.
void MjcfReader::add_joint(std::size_t body, std::size_t index, const Eigen::Isometry3d& T_parent_body) {
  const MjcfElement& element = bodies_[body].joints[index];
  const std::string& name = joint_names_[body][index];
  const MjcfJointKind kind = kind_of_joint(element);
  if (kind == MjcfJointKind::free || kind == MjcfJointKind::ball) {
    const bool floats = kind == MjcfJointKind::free && floating_.body == body;
    if (!floats && !is_fixed_on_request(name))
      throw Error(
          element.own().place(),
          std::string(kind == MjcfJointKind::free ? "is a free joint" : "is a ball joint") + ", called " +
              in_quotes(name) +
              ": expected a revolute or prismatic joint (only these have exactly one torque)" +
              (kind == MjcfJointKind::free
                   ? ". A joint may be free only if it is the only joint of a body that is directly in "
                     "<worldbody>"
                   : "") +
              ". To read this joint as fixed, give `fix` " + name);
    if (!floats) fixed_.push_back(name);
    return add_fixed(body, name, T_parent_body);
  }
  RobotDescription::JointAndLink entry;
  Joint& joint = entry.joint;
  joint.name = name;
  joint.axis =
      body_axes(body) * element.numbers_or("axis", "a direction", Eigen::Vector3d(0, 0, 1)).head<3>();
  const bool is_hinge = kind == MjcfJointKind::hinge;
  joint.type = is_hinge ? JointType::continuous : JointType::prismatic;
  const double reference =
      element.number_or("ref", is_hinge ? "angle" : "m", 0) * (is_hinge ? settings_.angle_unit() : 1);
  const Eigen::Vector3d unit = joint.axis.isZero(0) ? joint.axis : Eigen::Vector3d(joint.axis.normalized());
  if (is_hinge) {
    Eigen::Vector3d pos = element.numbers_or("pos", "m", Eigen::Vector3d(0, 0, 0));
    if (settings_.global_coordinates) pos = T_body_world_[body] * pos;
    joint.T_parent_joint = T_parent_body * Eigen::Translation3d(pos);
    joint.T_joint_link = Eigen::Translation3d(-pos);
    if (reference != 0)
      joint.T_joint_link = Eigen::Isometry3d(rotation_about(unit, -reference)) * joint.T_joint_link;
  } else {
    joint.T_parent_joint = T_parent_body;
    joint.T_joint_link = Eigen::Translation3d(-reference * unit);
  }
  read_motion(element, joint);
  read_drive(element, joint);
  description_.joints.push_back(entry);
  references_.push_back(reference);
  sources_.push_back({body, element});
}

// No torque depends on a limit.
void MjcfReader::read_motion(const MjcfElement& element, Joint& joint) const {
  const double unit = joint.is_revolute() ? settings_.angle_unit() : 1;
  const Eigen::Vector2d range =
      element.numbers_or("range", joint.is_revolute() ? "angles" : "m", Eigen::Vector2d(0, 0));
  const std::size_t limited = element.choice("limited", {"false", "true", "auto"}, 2);
  const bool has_range = !range.isZero(0);
  if (limited == 1 || (limited == 2 && has_range && settings_.limits_by_range)) {
    joint.limits.lower = range[0] * unit;
    joint.limits.upper = range[1] * unit;
    if (joint.is_revolute()) joint.type = JointType::revolute;
  }
  const Eigen::Vector2d force = element.numbers_or("actuatorfrcrange", "N m or N", Eigen::Vector2d(0, 0));
  if (!force.isZero(0)) joint.limits.effort = force.cwiseAbs().maxCoeff();
}

void MjcfReader::read_drive(const MjcfElement& element, Joint& joint) const {
  const std::string unit = joint.is_revolute() ? "N m" : "N", per = joint.is_revolute() ? "/rad" : "/m";
  joint.drive.rotor_inertia = element.number_or("armature", joint.is_revolute() ? "kg m^2" : "kg", 0);
  if (settings_.with_damping) joint.drive.joint.damping = element.number_or("damping", unit + " s" + per, 0);
  if (settings_.with_friction_loss) {
    joint.drive.joint.coulomb_positive = element.number_or("frictionloss", unit, 0);
    joint.drive.joint.coulomb_negative = -joint.drive.joint.coulomb_positive;
  }
  if (!settings_.with_springs) return;
  joint.drive.spring.stiffness = element.number_or("stiffness", unit + per, 0);
  joint.drive.spring.reference = element.number_or("springref", joint.is_revolute() ? "angle" : "m", 0) *
                                 (joint.is_revolute() ? settings_.angle_unit() : 1);
}

// With global coordinates, poses are in the world while all joints are at their `ref`. A body without `pos`
// has its inertial frame, whatever its axes are.
Eigen::Isometry3d MjcfReader::parent_pose_of(const MjcfBody& body, const MjcfBodyMass& mass) {
  const bool has_pose = !settings_.global_coordinates || body.node.has("pos");
  const Eigen::Isometry3d T = has_pose ? pose_of(MjcfElement(body.node), settings_) : mass.T_frame_inertial;
  if (!settings_.global_coordinates) return T;
  T_body_world_.push_back(T.inverse(Eigen::Isometry));
  return body.parent ? T_body_world_[*body.parent] * T : T;
}

Eigen::Matrix3d MjcfReader::body_axes(std::size_t body) const {
  if (!settings_.global_coordinates) return Eigen::Matrix3d::Identity();
  return T_body_world_[body].linear();
}

void MjcfReader::add_body(std::size_t index) {
  const MjcfBody& body = bodies_[index];
  const std::size_t first = description_.joints.size();
  MjcfBodyMass mass = mass_of_body(body, settings_, meshes_);
  Eigen::Isometry3d T_parent_body = parent_pose_of(body, mass);
  T_world_body_.push_back(body.parent ? T_world_body_[*body.parent] * T_parent_body : T_parent_body);
  std::string parent = link_of(body.parent);
  if (body.joints.empty()) add_fixed(index, unique_in(taken_joints_, body.name + "_fixed"), T_parent_body);
  for (std::size_t j = 0; j < body.joints.size(); ++j) {
    if (j > 0) {
      const std::string between = link_between(index, j - 1);
      description_.joints.back().link.name = between;
      description_.joints.back().parent_link = parent;
      parent = between;
      T_parent_body.setIdentity();
    }
    add_joint(index, j, T_parent_body);
  }
  RobotDescription::JointAndLink& last = description_.joints.back();
  last.parent_link = parent;
  if (settings_.global_coordinates) mass.mass_properties = moved(mass.mass_properties, T_body_world_[index]);
  last.link = {body.name, mass.mass_properties};
  bool moves = body.parent && moves_[*body.parent];
  for (std::size_t i = first; i < description_.joints.size(); ++i)
    moves |= description_.joints[i].joint.moves();
  moves_.push_back(moves);
}

// settotalmass
void MjcfReader::scale_masses() {
  if (!(settings_.total_mass > 0)) return;
  double total = 0;
  for (const auto& entry : description_.joints) total += entry.link.mass_properties.mass;
  const double scale = std::max(1e-15, settings_.total_mass / std::max(1e-15, total));
  for (auto& entry : description_.joints) {
    entry.link.mass_properties.mass *= scale;
    entry.link.mass_properties.inertia *= scale;
  }
}

// Also those that are fixed on request. `joints`: the joint of each degree of freedom, if it has one torque.
ReferenceTree MjcfReader::reference_tree(std::vector<std::optional<std::size_t>>& joints) const {
  ReferenceTree tree;
  std::size_t next = 0;  // of description_.joints
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const Eigen::Isometry3d& T = T_world_body_[b];
    const auto add = [&](const SpatialVector& motion, const MjcfElement& element,
                         const std::optional<std::size_t>& joint) {
      tree.freedoms.push_back({b, motion, element.number_or("armature", "kg m^2 or kg", 0)});
      joints.push_back(joint);
    };
    for (const MjcfElement& element : bodies_[b].joints) {
      const MjcfJointKind kind = kind_of_joint(element);
      const Joint& joint = description_.joints[next].joint;
      Eigen::Vector3d point = element.numbers_or("pos", "m", Eigen::Vector3d(0, 0, 0));
      if (kind == MjcfJointKind::free) point.setZero();
      if (!settings_.global_coordinates || kind == MjcfJointKind::free) point = T * point;
      for (int i = 0; i < 3 && kind <= MjcfJointKind::ball; ++i) {
        if (kind == MjcfJointKind::free) add(sliding(Eigen::Vector3d::Unit(i)), element, {});
        add(turning(Eigen::Vector3d::Unit(i), point), element, {});
      }
      const Eigen::Vector3d axis = T.linear() * joint.axis.normalized();
      if (kind == MjcfJointKind::hinge) add(turning(axis, point), element, next);
      if (kind == MjcfJointKind::slide) add(sliding(axis), element, next);
      ++next;
    }
    if (bodies_[b].joints.empty()) ++next;
    tree.add_body(bodies_[b].parent, moved(description_.joints[next - 1].link.mass_properties, T));
  }
  return tree;
}

// springdamper: stiffness and damping for a time constant and a damping ratio of the joint alone.
void MjcfReader::set_springs_by_time_constants() {
  constexpr std::size_t max_freedoms = 2'000;
  const auto wants = [](const Source& source) { return source.joint && source.joint->has("springdamper"); };
  if (std::none_of(sources_.begin(), sources_.end(), wants)) return;
  std::vector<std::optional<std::size_t>> joints;
  const ReferenceTree tree = reference_tree(joints);
  std::vector<double> inertias;
  if (joints.size() <= max_freedoms) inertias = tree.inertias();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!joints[i] || !wants(sources_[*joints[i]])) continue;
    const MjcfElement& element = *sources_[*joints[i]].joint;
    const Eigen::Vector2d values =
        element.numbers_or("springdamper", "s, damping ratio", Eigen::Vector2d(0, 0));
    if (values.isZero(0)) continue;
    if (values.minCoeff() <= 0) element.fail("springdamper", "two numbers that are both above 0 or both 0");
    if (inertias.empty())
      element.fail("springdamper", "bodies with mass, and at most " + std::to_string(max_freedoms) +
                                       " degrees of freedom, because springdamper is computed from the "
                                       "inertia that the joint moves");
    const double time = values[0], ratio = values[1];
    Drive& drive = description_.joints[*joints[i]].joint.drive;
    if (settings_.with_springs)
      drive.spring.stiffness = inertias[i] / std::max(mujoco_min, time * time * ratio * ratio);
    if (settings_.with_damping) drive.joint.damping = 2 * inertias[i] / std::max(mujoco_min, time);
  }
}

// gravcomp, of newer versions: a force of gravcomp times the weight acts against it at the centre of mass.
// With actuatorgravcomp, the drive of that joint gives the torque of these forces.
void MjcfReader::compensate_gravity() {
  for (std::size_t i = 0; i < description_.joints.size(); ++i) {
    Link& link = description_.joints[i].link;
    const MjcfBody& body = bodies_[sources_[i].body];
    if (link.name != body.name) continue;
    const double share = body.node.number_or("gravcomp", "share of the weight", 0);
    if (settings_.with_gravity_compensation) link.gravity_compensation = share;
  }
  std::optional<std::string> by_drive, outside;  // places of joints
  for (std::size_t i = 0; i < description_.joints.size(); ++i) {
    if (!sources_[i].joint || !description_.joints[i].joint.moves()) continue;
    const MjcfElement& joint = *sources_[i].joint;
    (joint.flag("actuatorgravcomp", false) ? by_drive : outside) = joint.place("actuatorgravcomp");
  }
  if (!by_drive) return;
  bool has_any = false;
  for (auto& entry : description_.joints) has_any |= std::exchange(entry.link.gravity_compensation, 0) != 0;
  if (has_any && outside)
    throw Error(
        *by_drive,
        "has actuatorgravcomp, but another moving joint has no actuatorgravcomp (" + *outside +
            "). Because a body has gravcomp, give actuatorgravcomp at all moving joints or at no joint");
}

MjcfReader::Spot MjcfReader::spot_of(std::size_t index, Part part) const {
  const Source source = index == RobotDescription::base && floating_.body
                            ? Source{*floating_.body, {}}
                            : sources_.at(std::min(index, sources_.size() - 1));
  const MjcfBody& body = bodies_[source.body];
  const auto whole = [](const XmlNode& node) { return Spot{node.place(), node.attributes()}; };
  if (part == Part::mass || part == Part::inertia) return whole(body.inertial.value_or(body.node));
  if (part == Part::gravity_compensation && body.node.has("gravcomp"))
    return {body.node.place("gravcomp"), in_quotes(body.node.value("gravcomp"))};
  if (part == Part::link_name || part == Part::parent || !source.joint)
    return {body.node.place(), in_quotes(body.name)};
  const MjcfElement& joint = *source.joint;
  const auto attribute = [&joint](const char* name) {
    const std::optional<XmlNode> holder = joint.holder(name);
    return Spot{joint.place(name), in_quotes(holder ? holder->value(name) : "")};
  };
  switch (part) {
    case Part::axis:
      return attribute("axis");
    case Part::position_limits:
      return attribute("range");
    case Part::joint_damping:
      return attribute("damping");
    case Part::joint_coulomb:
      return attribute("frictionloss");
    case Part::rotor_inertia:
      return attribute("armature");
    case Part::spring:
      return attribute("stiffness");
    case Part::spring_reference:
      return attribute("springref");
    default:
      return {joint.own().place(), in_quotes(description_.joints[index].joint.name)};
  }
}

MjcfRobot MjcfReader::read() {
  const XmlNode root = files_.root();
  description_.name =
      root.has("model") ? root.text("model") : std::filesystem::path(files_.file()).stem().string();
  description_.base_link = "world";
  description_.gravity = settings_.gravity;
  description_.place = [this](std::size_t joint, Part part) { return spot_of(joint, part).place; };
  description_.value = [this](std::size_t joint, Part part) { return spot_of(joint, part).value; };
  if (bodies_.empty()) throw Error(root.place(), "has no <body> in a <worldbody>: expected a robot");
  for (const MjcfBody& body : bodies_) taken_links_.insert(body.name);
  name_joints();
  check_fixed_names();
  floating_ = find_floating_body(
      bodies_, joint_names_, [this](const std::string& joint) { return is_fixed_on_request(joint); },
      reading_.base_floats == true);
  for (std::size_t i = 0; i < bodies_.size(); ++i) add_body(i);
  scale_masses();
  set_springs_by_time_constants();
  compensate_gravity();
  MjcfJoints joints{description_.joints, {}, references_};
  for (std::size_t i = 0; i < description_.joints.size(); ++i)
    joints.index.emplace(description_.joints[i].joint.name, i);
  add_mjcf_actuators(files_, defaults_, settings_, joints, warn_);
  add_mjcf_mimics(files_, defaults_, joints, warn_);
  warn_of_mjcf_forces(files_, defaults_, warn_);
  for (const std::string& warning : settings_.left_out) warn_(warning);
  if (floating_.body) warn_of_losses(bodies_[*floating_.body], warn_);
  let_float();
  if (reading_.edit) reading_.edit(description_);
  Robot robot(description_, warn_);
  if (base_compensation_ != 0) robot = with_compensated_base(robot, base_compensation_);
  std::vector<std::string> parts = files_.included();
  parts.insert(parts.end(), meshes_.paths().begin(), meshes_.paths().end());
  std::vector<std::string> notes = meshes_.notes_of_versions();
  if (!still_.empty())
    notes.push_back(files_.file() + ": " + joined(still_) +
                    (still_.size() > 1 ? ": bodies that do not move are" : ": a body that does not move is") +
                    " left out, because only the floating robot is read");
  return {std::move(robot), files_.unused(), fixed_, std::move(parts), std::move(notes)};
}

}  // namespace

MjcfRobot read_mjcf(const std::string& text, const std::string& file, const MjcfReading& reading,
                    const Warn& warn) {
  return MjcfReader(text, file, reading, warn).read();
}

}  // namespace invdyn
