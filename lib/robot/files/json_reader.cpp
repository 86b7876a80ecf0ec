#include "json_reader.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/wording.h"
#include "../../ground/document/json_node.h"
#include "../model/denavit_hartenberg.h"
#include "../model/drive_fields.h"
#include "../model/floating_base.h"
#include "../model/principal_moments.h"
#include "../model/rotation.h"
#include "json_angles.h"

namespace invdyn {
namespace {

// Maximum deviation of a matrix or quaternion that counts as a rounded rotation.
constexpr double rotation_tolerance = 1e-5;
// Maximum deviation of a product of a few rotations from a rotation.
constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();

// In the order of their names in the file.
enum class Convention { tree, dh, mdh };
constexpr std::initializer_list<const char*> words_of_conventions{"tree", "dh", "mdh"};

// Settings at the top of the file for reading the rest.
struct Reading {
  Convention convention;
  double angle_unit;  // rad per unit of angle in the file
};

Eigen::Matrix3d rotation_of_quaternion(const JsonNode& node) {
  node.expect_keys({"w", "x", "y", "z"});
  const Eigen::Quaterniond quaternion(node.at("w").number(), node.at("x").number(), node.at("y").number(),
                                      node.at("z").number());
  if (!(std::abs(quaternion.norm() - 1) <= rotation_tolerance)) node.fail("a quaternion of length 1");
  return quaternion.normalized().toRotationMatrix();
}

Eigen::Matrix3d rotation_of_matrix(const JsonNode& node) {
  const auto rows = node.elements();
  if (rows.size() != 3) node.fail("three rows of three numbers");
  Eigen::Matrix3d matrix;
  for (Eigen::Index i = 0; i < 3; ++i) matrix.row(i) = rows[static_cast<std::size_t>(i)].vector3();
  const double error = (matrix * matrix.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (!(error <= rotation_tolerance)) node.fail("orthonormal rows (to 1e-5)");
  if (matrix.determinant() < 0)
    node.fail("a rotation (determinant 1), but this matrix is a reflection (determinant -1)");
  // A matrix that is a rotation to rounding does not change: a file written from a robot gives that robot.
  if (error <= rounding) return matrix;
  // The nearest rotation to the printed digits.
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return svd.matrixU() * svd.matrixV().transpose();
}

// The keys rpy, quaternion or rotation of an object; at most one of them.
Eigen::Matrix3d orientation(const JsonNode& node, const Reading& reading) {
  if (node.has("rpy") + node.has("quaternion") + node.has("rotation") > 1)
    node.fail("only one of rpy, quaternion, rotation");
  if (node.has("rpy")) return rotation_rpy(node.at("rpy").vector3() * reading.angle_unit);
  if (node.has("quaternion")) return rotation_of_quaternion(node.at("quaternion"));
  if (node.has("rotation")) return rotation_of_matrix(node.at("rotation"));
  return Eigen::Matrix3d::Identity();
}

Eigen::Isometry3d pose(const JsonNode& node, const Reading& reading) {
  Eigen::Isometry3d T = Eigen::Isometry3d::Identity();
  T.linear() = orientation(node, reading);
  if (node.has("xyz")) T.translation() = node.at("xyz").vector3();
  return T;
}

Eigen::Matrix3d inertia_about_com(const JsonNode& node, const Reading& reading) {
  node.expect_keys({"ixx", "iyy", "izz", "ixy", "ixz", "iyz", "rpy", "quaternion", "rotation"});
  // Read before the matrix is filled: Eigen aborts where an exception leaves a matrix half filled.
  const double ixx = node.at("ixx").number(), iyy = node.at("iyy").number(), izz = node.at("izz").number();
  const double ixy = node.number_or("ixy", 0), ixz = node.number_or("ixz", 0), iyz = node.number_or("iyz", 0);
  Eigen::Matrix3d inertia;
  inertia << ixx, ixy, ixz,  //
      ixy, iyy, iyz,         //
      ixz, iyz, izz;
  const Eigen::Matrix3d R_link_inertia = orientation(node, reading);
  return R_link_inertia * inertia * R_link_inertia.transpose();
}

// The object may have other keys too.
MassProperties mass_properties_of(const JsonNode& node, const Reading& reading) {
  MassProperties body;
  body.mass = node.at("mass").number();
  const std::string of_a_mass = ", because the link has mass";
  // A forgotten centre of mass or inertia must not count as zero; a frame without mass needs neither.
  if (body.mass != 0 || node.has("com")) body.com = node.at("com", of_a_mass).vector3();
  if (body.mass != 0 || node.has("inertia"))
    body.inertia =
        inertia_about_com(node.at("inertia", of_a_mass + " (for a point mass, give zeros)"), reading);
  return body;
}

Link link_of(const JsonNode& node, const Reading& reading) {
  node.expect_keys({"name", "mass", "com", "inertia", "gravity_compensation"});
  return {node.at("name").text(), mass_properties_of(node, reading),
          node.number_or("gravity_compensation", 0)};
}

// By the keys of "link", as a joint's link, or by keys of the base.
Link link_of_base(const JsonNode& base, const Reading& reading) {
  Link link{base.text_or("name", RobotDescription{}.base_link), {}};
  if (base.has("link")) {
    for (const char* key : {"name", "mass", "com", "inertia"})
      if (base.has(key)) base.at(key).fail("this key in the base's \"link\"");
    link = link_of(base.at("link"), reading);
  } else if (base.has("mass") || base.has("com") || base.has("inertia")) {
    link.mass_properties = mass_properties_of(base, reading);
  }
  if (link.name.empty())
    (base.has("link") ? base.at("link") : base).at("name").fail("a text that is not empty");
  if (link.gravity_compensation < 0)
    base.at("link").at("gravity_compensation").fail("a share of the weight, 0 or more");
  return link;
}

Limits limits_of(const JsonNode& node, double unit) {
  node.expect_keys({"position", "velocity", "effort"});
  Limits limits;
  if (node.has("position")) {
    const JsonNode position = node.at("position");
    const auto bounds = position.is_array() ? position.elements() : std::vector<JsonNode>{};
    if (bounds.size() != 2) position.fail("a list of 2 numbers; null means no limit");
    if (!bounds[0].is_null()) limits.lower = bounds[0].number() * unit;
    if (!bounds[1].is_null()) limits.upper = bounds[1].number() * unit;
  }
  if (node.has("velocity")) limits.velocity = node.at("velocity").number() * unit;
  if (node.has("effort")) limits.effort = node.at("effort").number();
  return limits;
}

void read_coulomb(const JsonNode& group, Friction& friction) {
  if (!group.has("coulomb")) return;
  const JsonNode coulomb = group.at("coulomb");
  const Eigen::Vector2d both =
      coulomb.is_array() ? Eigen::Vector2d(coulomb.numbers(2)) : coulomb.number() * Eigen::Vector2d(1, -1);
  friction.coulomb_positive = both[0];
  friction.coulomb_negative = both[1];
}

// `unit`: rad per unit of angle, 1 for a prismatic joint. A stiffness is per rad in any case.
Drive drive_of(const JsonNode& joint, double unit) {
  Drive drive;
  std::map<std::string_view, std::vector<const char*>> keys;  // by group
  for (const DriveField& field : drive_fields) {
    keys[field.group].push_back(field.key);
    if (!joint.has(field.group)) continue;
    const JsonNode group = joint.at(field.group);
    if (field.friction)
      read_coulomb(group, field.friction(drive));
    else if (group.has(field.key))
      field.number(drive) = group.at(field.key).number() * (field.is_position ? unit : 1);
  }
  keys["motor"].push_back("turns_with");
  for (const auto& [group, expected] : keys)
    if (joint.has(group.data())) joint.at(group.data()).expect_keys(expected);
  if (joint.has("spring")) joint.at("spring").at("stiffness");  // must be there
  if (joint.has("friction") && joint.at("friction").has("curve")) joint.at("friction").at("curve_speed");
  if (drive.curve.speed == 0 && joint.has("friction") && joint.at("friction").has("curve_speed"))
    joint.at("friction").at("curve_speed").fail("1e-06 or more");
  return drive;
}

JointType type_of(const JsonNode& node) {
  constexpr JointType types[] = {JointType::revolute, JointType::continuous, JointType::prismatic,
                                 JointType::fixed};
  return types[node.choice({"revolute", "continuous", "prismatic", "fixed"})];
}

// The constants of a row. The variable (theta or d) is missing; `offset` is its zero.
void place_by_dh(Joint& joint, const JsonNode& row, const Reading& reading) {
  double d = 0, theta = 0;
  const std::string variable = joint.is_revolute() ? "theta" : joint.moves() ? "d" : "";
  if (!variable.empty() && row.has(variable.c_str()))
    row.at(variable.c_str())
        .fail("no key " + variable + ", because " + variable +
              " changes when this joint moves; give the constant part as \"offset\"");
  if (joint.is_revolute()) {
    row.expect_keys({"a", "alpha", "d", "offset"});
    d = row.at("d").number();
    theta = row.number_or("offset", 0) * reading.angle_unit;
  } else if (joint.moves()) {
    row.expect_keys({"a", "alpha", "theta", "offset"});
    d = row.number_or("offset", 0);
    theta = row.at("theta").number() * reading.angle_unit;
  } else {
    row.expect_keys({"a", "alpha", "d", "theta"});
    d = row.at("d").number();
    theta = row.at("theta").number() * reading.angle_unit;
  }
  const double a = row.at("a").number();
  const double alpha = row.at("alpha").number() * reading.angle_unit;
  const JointPlacement placement = reading.convention == Convention::dh ? standard_dh(a, alpha, d, theta)
                                                                        : modified_dh(a, alpha, d, theta);
  joint.T_parent_joint = placement.T_parent_joint;
  joint.T_joint_link = placement.T_joint_link;
}

void place_in_tree(Joint& joint, const JsonNode& node, const Reading& reading) {
  if (node.has("origin")) {
    const JsonNode origin = node.at("origin");
    origin.expect_keys({"xyz", "rpy", "quaternion", "rotation"});
    joint.T_parent_joint = pose(origin, reading);
  }
  if (joint.moves())
    joint.axis = node.at("axis").vector3();
  else if (node.has("axis"))
    node.at("axis").fail("no axis on a fixed joint");
}

void refuse_keys_of_other_conventions(const JsonNode& node, const Reading& reading) {
  const std::string here = words_of_conventions.begin()[static_cast<std::size_t>(reading.convention)];
  for (const std::string key : {"dh", "mdh", "parent", "origin", "axis"}) {
    const std::string convention = key == "dh" || key == "mdh" ? key : "tree";
    if (node.has(key.c_str()) && convention != here)
      throw Error(node.at(key.c_str()).place(), "belongs to the convention \"" + convention +
                                                    "\", but this file has the convention \"" + here +
                                                    "\": leave out this key, or change the convention");
  }
}

// A key of a group that stands in the joint itself. `damping` and `coulomb` are keys of two groups.
void refuse_keys_of_groups(const JsonNode& node) {
  std::map<std::string, std::string> groups{{"mass", "link"},       {"com", "link"},
                                            {"inertia", "link"},    {"position", "limits"},
                                            {"velocity", "limits"}, {"effort", "limits"}};
  for (const DriveField& field : drive_fields)
    if (!groups.emplace(field.key, field.group).second) groups.erase(field.key);
  for (const auto& [key, group] : groups) {
    if (!node.has(key.c_str())) continue;
    const JsonNode misplaced = node.at(key.c_str());
    throw Error(misplaced.place(), "is in the wrong place: expected \"" + group + "\": { \"" + key +
                                       "\": " + misplaced.value() + " } in the joint");
  }
}

RobotDescription::JointAndLink joint_and_link(const JsonNode& node, const Reading& reading) {
  RobotDescription::JointAndLink result;
  Joint& joint = result.joint;
  refuse_keys_of_other_conventions(node, reading);
  refuse_keys_of_groups(node);
  joint.name = node.at("name").text();
  joint.type = type_of(node.at("type"));
  switch (reading.convention) {
    case Convention::tree:
      node.expect_keys({"name", "type", "parent", "origin", "axis", "link", "limits", "motor", "friction",
                        "spring", "mimic"});
      result.parent_link = node.at("parent").text();
      place_in_tree(joint, node, reading);
      break;
    case Convention::dh:
      node.expect_keys({"name", "type", "dh", "link", "limits", "motor", "friction", "spring", "mimic"});
      place_by_dh(joint, node.at("dh"), reading);
      break;
    case Convention::mdh:
      node.expect_keys({"name", "type", "mdh", "link", "limits", "motor", "friction", "spring", "mimic"});
      place_by_dh(joint, node.at("mdh"), reading);
      break;
  }
  result.link = link_of(node.at("link"), reading);
  if (node.has("limits")) {
    const JsonNode limits = node.at("limits");
    joint.limits = limits_of(limits, joint.is_revolute() ? reading.angle_unit : 1);
    if (joint.type == JointType::continuous && limits.has("position"))
      limits.at("position")
          .fail(
              "no position limits on a continuous joint. If the joint has limits, write \"type\": \"revolute\"");
  }
  joint.drive = drive_of(node, joint.is_revolute() ? reading.angle_unit : 1);
  if (node.has("motor") && node.at("motor").has("turns_with"))
    for (const auto& [name, factor] : node.at("motor").at("turns_with").members()) {
      joint.drive.turns_with.push_back({.factor = factor.number()});
      result.turned_with.push_back(name);
    }
  if (node.has("mimic")) {
    const JsonNode mimic = node.at("mimic");
    if (!joint.moves()) mimic.fail("no mimic on a fixed joint");
    mimic.expect_keys({"joint", "multiplier", "offset"});
    result.mimicked = mimic.at("joint").text();
    joint.mimic =
        Mimic{.multiplier = mimic.number_or("multiplier", 1),
              .offset = mimic.number_or("offset", 0) * (joint.is_revolute() ? reading.angle_unit : 1)};
  }
  return result;
}

// The path of keys from a joint to one of its values.
std::vector<const char*> keys_to(RobotDescription::Part part) {
  using Part = RobotDescription::Part;
  static const std::map<Part, std::vector<const char*>> keys{
      {Part::name, {"name"}},
      {Part::parent, {"parent"}},
      {Part::axis, {"axis"}},
      {Part::position_limits, {"limits", "position"}},
      {Part::velocity_limit, {"limits", "velocity"}},
      {Part::effort_limit, {"limits", "effort"}},
      {Part::mimic, {"mimic", "joint"}},
      {Part::turns_with, {"motor", "turns_with"}},
      {Part::link_name, {"link", "name"}},
      {Part::mass, {"link", "mass"}},
      {Part::inertia, {"link", "inertia"}},
      {Part::gravity_compensation, {"link", "gravity_compensation"}}};
  for (const DriveField& field : drive_fields)
    if (field.part == part) return {field.group, field.key};
  return keys.at(part);
}

// The value of a joint, or of the base.
JsonNode node_of(const JsonNode& root, std::size_t joint, RobotDescription::Part part) {
  if (joint == RobotDescription::base) {
    const JsonNode base = root.at("base");
    return (base.has("link") ? base.at("link") : base)
        .at(part == RobotDescription::Part::mass ? "mass" : "inertia");
  }
  JsonNode node = root.at("joints").elements()[joint];
  for (const char* key : keys_to(part)) node = node.at(key);
  return node;
}

NumberOrigin number_origin(const JsonNode& node) {
  node.expect_keys({"link", "joint", "numbers", "from"});
  if (node.has("link") == node.has("joint")) node.fail("one of link, joint");
  const char* const subject = node.has("link") ? "link" : "joint";
  for (const char* key : {"numbers", "from"})
    if (node.at(key).text().empty()) node.at(key).fail("a text that is not empty");
  return {subject + (' ' + node.at(subject).text()), node.at("numbers").text(), node.at("from").text()};
}

AcceptedFinding accepted_finding(const JsonNode& node) {
  node.expect_keys({"finding", "link", "joint", "reason"});
  AcceptedFinding accepted{node.at("finding").text(), "", node.at("reason").text()};
  if (node.has("link") && node.has("joint")) node.fail("only one of link, joint");
  for (const char* key : {"link", "joint"})
    if (node.has(key)) accepted.subject = std::string(key) + ' ' + node.at(key).text();
  if (accepted.reason.empty()) node.at("reason").fail("a text that is not empty");
  return accepted;
}

// Our own format has no floating or planar joints; a copy of a robot with such a joint has it fixed.
void expect_fixed(const Robot& robot, const std::vector<std::string>& names, const std::string& file) {
  std::vector<std::string> fixed_joints;
  for (const Joint& joint : robot.joints())
    if (!joint.moves()) fixed_joints.push_back(joint.name);
  for (const std::string& name : names)
    if (std::find(fixed_joints.begin(), fixed_joints.end(), name) == fixed_joints.end())
      throw Error(
          file,
          "has no fixed joint " + in_quotes(name) +
              ": `fix` expects a fixed joint, because JSON files have fixed joints in place of floating and planar "
              "joints" +
              did_you_mean(name, fixed_joints));
}

// What a file says, before the Robot's invariants are checked.
struct DescribedRobot {
  RobotDescription description;
  double base_compensation = 0;
  std::vector<AcceptedFinding> accepted = {};
  std::vector<NumberOrigin> origins = {};
  std::vector<std::string> suspicious = {};
};

// Whether the file accepts the moments of all links that break the triangle inequality.
bool accepts_broken_triangles(const RobotFile& file) {
  const auto is_accepted = [&](const Link& link) {
    return std::any_of(file.accepted.begin(), file.accepted.end(), [&](const AcceptedFinding& each) {
      return each.kind == "impossible_moments" && each.subject == "link " + link.name;
    });
  };
  const std::vector<Link>& links = file.robot.links();
  return std::all_of(links.begin(), links.end(), [&](const Link& link) {
    return keep_triangle_inequality(principal_moments(link.mass_properties.inertia)) || is_accepted(link);
  });
}

DescribedRobot described_robot(const std::string& text, const std::string& file) {
  struct Document {
    std::string file;
    nlohmann::json json;
  };
  const std::shared_ptr<const Document> document(new Document{file, parse_json(text, file)});
  const JsonNode root(document->json, document->file);
  root.expect_keys({"$schema", "name", "source", "convention", "angles", "gravity", "base", "joints",
                    "accepted", "origins", "fit"});
  if (root.has("fit")) root.at("fit").has("covariance");  // an object; who uses the fit reads it

  Reading reading{};
  reading.convention = static_cast<Convention>(root.at("convention").choice(words_of_conventions));
  const bool degrees = root.has("angles") && root.at("angles").choice({"radians", "degrees"}) == 1;
  reading.angle_unit = degrees ? std::numbers::pi / 180 : 1;

  DescribedRobot described;
  RobotDescription& description = described.description;
  description.place = [document](std::size_t joint, RobotDescription::Part part) {
    return node_of({document->json, document->file}, joint, part).place();
  };
  description.value = [document](std::size_t joint, RobotDescription::Part part) {
    return node_of({document->json, document->file}, joint, part).value();
  };
  description.name = root.at("name").text();
  description.source = root.text_or("source", "");
  if (root.has("gravity")) description.gravity = root.at("gravity").vector3();
  if (root.has("base")) {
    const JsonNode base = root.at("base");
    base.expect_keys(
        {"floating", "link", "name", "xyz", "rpy", "quaternion", "rotation", "mass", "com", "inertia"});
    description.base_floats = base.has("floating") && base.at("floating").is_true();
    description.T_world_base = pose(base, reading);
    const Link link = link_of_base(base, reading);
    description.base_link = link.name;
    description.base_mass_properties = link.mass_properties;
    described.base_compensation = link.gravity_compensation;
  }
  for (const JsonNode& node : root.at("joints").elements()) {
    auto joint = joint_and_link(node, reading);
    if (reading.convention != Convention::tree)  // a chain: each joint is on the previous joint's link
      joint.parent_link =
          description.joints.empty() ? description.base_link : description.joints.back().link.name;
    description.joints.push_back(joint);
  }
  if (root.has("accepted"))
    for (const JsonNode& node : root.at("accepted").elements())
      described.accepted.push_back(accepted_finding(node));
  if (root.has("origins"))
    for (const JsonNode& node : root.at("origins").elements())
      described.origins.push_back(number_origin(node));
  described.suspicious = angle_doubts(root, degrees);
  return described;
}

RobotFile robot_as_described(const DescribedRobot& described, const Warn& warn) {
  std::vector<std::string> warnings;
  const Warn collect = [&](const std::string& text) { warnings.push_back(text); };
  RobotFile found{.robot = Robot(described.description, collect),
                  .unused = {},
                  .suspicious = described.suspicious,
                  .accepted = described.accepted,
                  .origins = described.origins};
  if (described.base_compensation > 0)
    found.robot = with_compensated_base(found.robot, described.base_compensation);
  const bool moments_accepted = accepts_broken_triangles(found);
  for (const std::string& each : warnings)
    if (!moments_accepted || each.find(broken_triangle_text) == std::string::npos) warn(each);
  return found;
}

}  // namespace

RobotFile read_json_file(const std::string& text, const std::string& file, const RobotReading& reading,
                         const Warn& warn) {
  DescribedRobot described = described_robot(text, file);
  if (reading.edit) reading.edit(described.description);
  RobotFile found = robot_as_described(described, warn);
  expect_fixed(found.robot, reading.fixed, file);
  if (reading.independent_mimics) found.robot = found.robot.with_independent_mimics();
  return found;
}

Robot read_json_robot(const std::string& text, const std::string& file, const Warn& warn) {
  return read_json_file(text, file, {}, warn).robot;
}

}  // namespace invdyn
