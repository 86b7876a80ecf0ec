#include "json_writer.h"

#include "../../ground/base/error.h"
#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/json_layout.h"
#include "../model/drive_fields.h"
#include "../model/names.h"
#include "folded_joint.h"

namespace invdyn {
namespace {

using nlohmann::ordered_json;

ordered_json list_of(const Eigen::VectorXd& numbers) {
  return ordered_json(std::vector<double>(numbers.begin(), numbers.end()));
}

// Puts xyz and rotation into the object unless they are zero and identity. A matrix reads back unchanged;
// angles would not.
void put_pose(ordered_json& object, const Eigen::Isometry3d& T) {
  if (!T.translation().isZero(0)) object["xyz"] = list_of(T.translation());
  if (T.linear() == Eigen::Matrix3d::Identity()) return;
  for (Eigen::Index i = 0; i < 3; ++i) object["rotation"].push_back(list_of(T.linear().row(i)));
}

ordered_json inertia_of(const Eigen::Matrix3d& inertia) {
  ordered_json object{{"ixx", inertia(0, 0)}, {"iyy", inertia(1, 1)}, {"izz", inertia(2, 2)}};
  if (inertia(0, 1) != 0) object["ixy"] = inertia(0, 1);
  if (inertia(0, 2) != 0) object["ixz"] = inertia(0, 2);
  if (inertia(1, 2) != 0) object["iyz"] = inertia(1, 2);
  return object;
}

void put_mass_properties(ordered_json& object, const MassProperties& body) {
  object["mass"] = body.mass;
  if (body.mass != 0 || !body.com.isZero(0)) object["com"] = list_of(body.com);
  if (body.mass != 0 || !body.inertia.isZero(0)) object["inertia"] = inertia_of(body.inertia);
}

void put_compensation(ordered_json& object, const Link& link) {
  if (link.gravity_compensation != 0) object["gravity_compensation"] = link.gravity_compensation;
}

ordered_json limits_of(const Limits& limits) {
  ordered_json object = ordered_json::object();
  const auto bound = [](const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  if (limits.lower || limits.upper) object["position"] = {bound(limits.lower), bound(limits.upper)};
  if (limits.velocity) object["velocity"] = *limits.velocity;
  if (limits.effort) object["effort"] = *limits.effort;
  return object;
}

ordered_json coulomb_of(const Friction& friction) {
  if (friction.coulomb_positive == -friction.coulomb_negative) return friction.coulomb_positive;
  return {friction.coulomb_positive, friction.coulomb_negative};
}

// All that differs from a joint without a drive.
void put_drive(ordered_json& object, const Robot& robot, Drive drive) {
  if (drive.spring.stiffness == 0) drive.spring = {};
  Drive none;
  for (const DriveField& field : drive_fields) {
    if (!field.friction) {
      if (field.number(drive) != field.number(none)) object[field.group][field.key] = field.number(drive);
    } else if (const Friction& friction = field.friction(drive);
               friction.coulomb_positive != 0 || friction.coulomb_negative != 0) {
      object[field.group][field.key] = coulomb_of(friction);
    }
  }
  for (const TurnsWith& other : drive.turns_with)
    object["motor"]["turns_with"][robot.joints()[other.joint].name] = other.factor;
}

// A continuous joint with a range is a revolute one in the file.
const char* word_for(const Joint& joint) {
  const bool has_range = joint.limits.lower || joint.limits.upper;
  return name_of(joint.type == JointType::continuous && has_range ? JointType::revolute : joint.type);
}

ordered_json mimic_of(const Robot& robot, const Mimic& mimic) {
  ordered_json object{{"joint", robot.joints()[mimic.joint].name}};
  if (mimic.multiplier != 1) object["multiplier"] = mimic.multiplier;
  if (mimic.offset != 0) object["offset"] = mimic.offset;
  return object;
}

ordered_json base_of(const Robot& robot) {
  ordered_json object = ordered_json::object();
  const MassProperties& body = robot.links()[0].mass_properties;
  if (robot.base_floats()) {
    object["floating"] = true;
    put_pose(object, robot.T_world_base());
    object["link"] = {{"name", robot.links()[0].name}};
    put_mass_properties(object["link"], body);
    put_compensation(object["link"], robot.links()[0]);
    return object;
  }
  if (robot.links()[0].name != RobotDescription{}.base_link) object["name"] = robot.links()[0].name;
  put_pose(object, robot.T_world_base());
  if (body.mass != 0 || !body.com.isZero(0) || !body.inertia.isZero(0)) put_mass_properties(object, body);
  return object;
}

// `joint elbow` as "joint": "elbow".
void put_subject(ordered_json& object, const std::string& subject) {
  if (const std::size_t end = subject.find(' '); end != std::string::npos)
    object[subject.substr(0, end)] = subject.substr(end + 1);
}

ordered_json entry_of(const NumberOrigin& origin) {
  ordered_json object = ordered_json::object();
  put_subject(object, origin.subject);
  object["numbers"] = origin.numbers;
  object["from"] = origin.from;
  return object;
}

ordered_json entry_of(const AcceptedFinding& accepted) {
  ordered_json object{{"finding", accepted.kind}};
  put_subject(object, accepted.subject);
  object["reason"] = accepted.reason;
  return object;
}

void expect_utf8(const std::string& name, const std::string& robot) {
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t size = character_size(rest);
    if (size == 0)
      throw Error(robot, "has the name " + in_quotes(name) +
                             ", with bytes that are not UTF-8: expected names in UTF-8, as JSON requires");
    rest.remove_prefix(size);
  }
}

}  // namespace

std::string json_text(const Robot& robot, const std::vector<AcceptedFinding>& accepted,
                      const std::vector<NumberOrigin>& origins) {
  expect_utf8(robot.name(), robot.name());
  for (const Link& link : robot.links()) expect_utf8(link.name, robot.name());
  for (const Joint& joint : robot.joints()) expect_utf8(joint.name, robot.name());
  ordered_json document{{"name", robot.name()}};
  if (!robot.source().empty()) document["source"] = robot.source();
  document["convention"] = "tree";
  if (robot.gravity() != RobotDescription{}.gravity) document["gravity"] = list_of(robot.gravity());
  const auto put = [](ordered_json& object, const char* key, const ordered_json& value) {
    if (!value.empty()) object[key] = value;
  };
  put(document, "base", base_of(robot));
  std::vector<FoldedJoint> folded_joints;
  for (const Joint& joint : robot.joints()) folded_joints.push_back(folded(joint));
  document["joints"] = ordered_json::array();
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    const Joint& joint = robot.joints()[i];
    Eigen::Isometry3d T_parent_joint = folded_joints[i].T_parent_joint;
    if (joint.parent > 0) T_parent_joint.translation() += folded_joints[joint.parent - 1].p_joint_link;
    ordered_json origin = ordered_json::object(), link{{"name", robot.links()[i + 1].name}};
    put_pose(origin, T_parent_joint);
    MassProperties body = robot.links()[i + 1].mass_properties;
    body.com += folded_joints[i].p_joint_link;
    if (body.mass == 0) body.com.setZero();  // of nothing
    put_mass_properties(link, body);
    put_compensation(link, robot.links()[i + 1]);

    ordered_json object{
        {"name", joint.name}, {"type", word_for(joint)}, {"parent", robot.links()[joint.parent].name}};
    put(object, "origin", origin);
    if (joint.moves()) object["axis"] = list_of(folded_joints[i].axis);
    object["link"] = link;
    put(object, "limits", limits_of(joint.limits));
    Drive drive = joint.drive;
    if (!joint.moves()) drive.turns_with.clear();
    put_drive(object, robot, std::move(drive));
    if (joint.mimic) object["mimic"] = mimic_of(robot, *joint.mimic);
    document["joints"].push_back(object);
  }
  for (const AcceptedFinding& each : accepted) document["accepted"].push_back(entry_of(each));
  for (const NumberOrigin& each : origins) document["origins"].push_back(entry_of(each));
  return laid_out(document);
}

std::optional<std::string> dh_text_with(const std::string& text, const Robot& robot,
                                        const std::vector<AcceptedFinding>& accepted,
                                        const std::vector<NumberOrigin>& origins) {
  ordered_json document = ordered_json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("convention") || document["convention"] == "tree")
    return std::nullopt;
  for (std::size_t i = 0; i < robot.joints().size(); ++i) {
    ordered_json& joint = document["joints"][i];
    const Link& link = robot.links()[i + 1];
    for (const char* key : {"mass", "com", "inertia"}) joint["link"].erase(key);
    put_mass_properties(joint["link"], link.mass_properties);
    for (const DriveField& field : drive_fields)
      if (field.group != std::string_view("spring")) joint.erase(field.group);
    Drive drive = robot.joints()[i].drive;
    drive.spring = {};  // stays as in the file, where its position may be in degrees
    put_drive(joint, robot, drive);
    if (!robot.joints()[i].mimic) joint.erase("mimic");
  }
  document.erase("accepted");
  for (const AcceptedFinding& each : accepted) document["accepted"].push_back(entry_of(each));
  document.erase("origins");
  for (const NumberOrigin& each : origins) document["origins"].push_back(entry_of(each));
  return laid_out(document);
}

}  // namespace invdyn
