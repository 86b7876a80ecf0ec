#include "page_data.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "../../dynamics/core/derived_columns.h"
#include "../../dynamics/core/drive_torques.h"
#include "../../ground/output_files/base64.h"
#include "../../robot/model/link_poses.h"
#include "../../robot/model/names.h"
#include "../../robot/model/principal_moments.h"
#include "../figure/joint_limits.h"

namespace invdyn {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

// Row by row.
template <class Take>
void each_number(const Eigen::Isometry3d& pose, const Take& take) {
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) take(pose.matrix()(row, column));
}

Json json_of(const Eigen::Isometry3d& pose) {
  Json numbers = Json::array();
  each_number(pose, [&](double number) { numbers.push_back(number); });
  return numbers;
}

template <class Number>
std::string base64_of(const std::vector<Number>& numbers) {
  return base64({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)});
}

// Without the two bytes of a number that count least: 7e-12 of it. 32 bits would keep 6e-8, which is more
// than the page may add to a torque.
std::string base64_of_rounded(const std::vector<double>& values) {
  std::string bytes;
  bytes.reserve(6 * values.size());
  for (const double value : values) {
    const std::uint64_t half = std::isfinite(value) ? 0x8000 : 0;
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(value) + half;
    for (unsigned shift = 16; shift < 64; shift += 8) bytes.push_back(static_cast<char>(bits >> shift));
  }
  return base64(bytes);
}

template <class Index>
Json index_or_null(const std::optional<Index>& index) {
  return index ? Json(*index) : Json(nullptr);
}

// The box of equal mass and moments: its edge along axis 1 is sqrt(6 (I2 + I3 - I1) / m).
Json box_of(const MassProperties& body) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(body.inertia);
  const Eigen::Vector3d& moments = solver.eigenvalues();
  if (!(body.mass > 0) || !(moments.maxCoeff() > 0)) return nullptr;
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) = -axes.col(2);
  Eigen::Vector3d edges;
  for (int k = 0; k < 3; ++k)
    edges[k] = std::sqrt(6 * std::max(0.0, moments.sum() - 2 * moments[k]) / body.mass);
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = axes;
  pose.translation() = body.com;
  return {{"pose", json_of(pose)},
          {"edges", json_of(edges)},
          {"possible", keep_triangle_inequality(principal_moments(body.inertia))}};
}

const char* kind_of(Shape::Kind kind) {
  constexpr std::array kinds{"box", "sphere", "cylinder", "cone", "capsule", "mesh"};
  return kinds[static_cast<std::size_t>(kind)];
}

Json shapes_of(const PageContent& content, std::size_t link) {
  Json shapes = Json::array();
  if (link >= content.shapes.of_links.size()) return shapes;
  for (const Shape& shape : content.shapes.of_links[link])
    shapes.push_back({{"kind", kind_of(shape.kind)},
                      {"pose", json_of(shape.pose)},
                      {"size", shape.size},
                      {"colour", shape.colour ? Json(*shape.colour) : Json(nullptr)},
                      {"mesh", shape.kind == Shape::Kind::mesh ? Json(shape.mesh) : Json(nullptr)}});
  return shapes;
}

Json meshes_of(const PageContent& content) {
  Json meshes = Json::array();
  for (const Mesh& mesh : content.shapes.meshes)
    meshes.push_back({{"vertices", base64_of(mesh.vertices)}, {"triangles", base64_of(mesh.triangles)}});
  return meshes;
}

Json links_of(const PageContent& content) {
  Json links = Json::array();
  for (std::size_t i = 0; i < content.robot.links().size(); ++i) {
    const Link& link = content.robot.links()[i];
    Json payloads = Json::array();
    for (const PageContent::Carried& each : content.payloads)
      if (each.link == i) payloads.push_back({{"mass", each.mass}, {"com", json_of(each.com)}});
    const auto& [mass, com, inertia] = link.mass_properties;
    links.push_back({{"name", link.name},
                     {"mass", mass},
                     {"com", json_of(mass > 0 ? com : Eigen::Vector3d::Zero())},  // no mass, no centre
                     {"compensation", link.gravity_compensation},
                     {"box", box_of(link.mass_properties)},
                     {"payloads", std::move(payloads)},
                     {"shapes", shapes_of(content, i)}});
  }
  return links;
}

Json limits_of(const JointRating& rating) {
  constexpr std::array<std::pair<const char*, AxisQuantity>, 3> limited{
      {{"q", AxisQuantity::position}, {"dq", AxisQuantity::velocity}, {"tau", AxisQuantity::torque}}};
  Json limits = Json::array();
  for (const auto& [quantity, axis] : limited)
    for (const JointLimit& limit : invdyn::limits_of(rating, axis))
      limits.push_back({{"quantity", quantity},
                        {"value", limit.value},
                        {"upper", limit.is_upper},
                        {"name", name_of(limit.look)},
                        {"strict", limit.is_strict()}});
  return limits;
}

// What counts of the drive of each joint; null: nothing.
std::vector<Json> drives_of(const PageContent& content) {
  const Robot tree = content.robot.with_independent_mimics();
  const DynamicsSettings& settings = content.dynamics;
  const DriveTorques torques(tree, settings.friction, settings.rotor, settings.spring);
  std::vector<Json> drives(tree.joints().size());
  for (std::size_t i = 0; i < tree.dof(); ++i) {
    const DriveTerms& terms = torques.terms(i);
    DriveTorques::Gear of{i, 0, {}};
    for (const DriveTorques::Gear& gear : torques.gears())
      if (gear.dof == i) of = gear;
    Json drive{{"inertia", terms.inertia},
               {"damping", terms.damping},
               {"while_positive", terms.while_positive},
               {"while_negative", terms.while_negative},
               {"at_rest", terms.at_rest},
               {"stiffness", terms.stiffness},
               {"reference", terms.reference},
               {"load", of.load},
               {"curve", {{"torque", of.curve.torque}, {"speed", of.curve.speed}}}};
    const bool counts = terms.inertia != 0 || terms.damping != 0 || terms.while_positive != 0 ||
                        terms.while_negative != 0 || terms.stiffness != 0 || of.load != 0 ||
                        of.curve.torque != 0;
    if (counts) drives[tree.moving_joints()[i]] = std::move(drive);
  }
  return drives;
}

Json joints_of(const PageContent& content) {
  const std::vector<std::size_t>& moving = content.robot.moving_joints();
  std::vector<Json> drives = drives_of(content);
  Json joints = Json::array();
  for (std::size_t i = 0; i < content.robot.joints().size(); ++i) {
    const Joint& joint = content.robot.joints()[i];
    Json follows;
    if (const auto& mimic = joint.mimic; mimic && joint.moves())
      follows = {{"joint", mimic->joint}, {"multiplier", mimic->multiplier}, {"offset", mimic->offset}};
    const auto number = std::find(moving.begin(), moving.end(), i);
    Json limits = Json::array();
    if (number != moving.end())
      limits = limits_of(content.ratings[static_cast<std::size_t>(number - moving.begin())]);
    joints.push_back({{"name", joint.name},
                      {"kind", name_of(joint.type)},
                      {"parent", joint.parent},
                      {"before", json_of(joint.T_parent_joint)},
                      {"axis", json_of(joint.axis)},
                      {"after", json_of(joint.T_joint_link)},
                      {"follows", std::move(follows)},
                      {"drive", std::move(drives[i])},
                      {"limits", std::move(limits)}});
  }
  return joints;
}

// The link with the most moving joints before it, and among those the last one.
std::size_t tool_of(const Robot& robot) {
  std::vector<std::size_t> before(robot.links().size(), 0);
  for (const std::size_t i : robot.parents_first()) {
    const Joint& joint = robot.joints()[i];
    before[i + 1] = before[joint.parent] + (joint.moves() ? 1 : 0);
  }
  std::size_t tool = 0;
  for (const std::size_t i : robot.parents_first())
    if (before[i + 1] >= before[tool]) tool = i + 1;
  return tool;
}

Json json_of(const ExternalWrench& wrench) {
  return {{"link", wrench.link},
          {"point", json_of(wrench.point)},
          {"point_in_link", wrench.point_frame == ExternalWrench::Frame::link},
          {"in_link", wrench.frame == ExternalWrench::Frame::link}};
}

Json constant_wrenches(const PageContent& content) {
  Json wrenches = Json::array();
  for (const TimedWrench& each : content.wrenches) {
    if (each.history) continue;
    Json wrench = json_of(each.wrench);
    for (const Eigen::Vector3d& part : {each.wrench.force, each.wrench.moment})
      for (const double value : part) wrench["values"].push_back(value);
    wrenches.push_back(std::move(wrench));
  }
  return wrenches;
}

// A term's power of the speed of the motion.
int speed_power(Derived term) {
  switch (term) {
    case Derived::inertia:
    case Derived::coriolis:
    case Derived::rotor:
      return 2;
    case Derived::viscous:
      return 1;
    default:
      return 0;
  }
}

Json speed_powers() {
  Json powers{{"dq", 1}, {"ddq", 2}};
  for (const Derived each : all_derived)
    if (speed_power(each) > 0) powers[std::string(name_of(each))] = speed_power(each);
  return powers;
}

// A base that floats begins where its first motion does.
Eigen::Isometry3d place_of_base(const PageContent& content) {
  for (const ViewedMotion& motion : content.motions)
    if (!motion.base.empty()) return motion.base.front();
  return content.robot.T_world_base();
}

Json robot_of(const PageContent& content) {
  const Robot& robot = content.robot;
  const bool timed = std::any_of(content.wrenches.begin(), content.wrenches.end(),
                                 [](const TimedWrench& each) { return each.history != nullptr; });
  Json json{{"name", robot.name()},
            {"base", json_of(place_of_base(content))},
            {"gravity", json_of(content.dynamics.gravity.value_or(robot.gravity()))},
            {"links", links_of(content)},
            {"joints", joints_of(content)},
            {"moving", robot.moving_joints()},
            {"tool", tool_of(robot)},
            {"wrenches", constant_wrenches(content)},
            {"timed_wrenches", timed},
            {"speed_powers", speed_powers()},
            {"coupled_drives", content.robot.has_coupled_drives()}};
  if (robot.base_floats()) json["floats"] = true;
  return json;
}

// The page goes to others: of a file's path, its name is enough.
std::string without_folders(const std::string& place) {
  const std::size_t colon = place.find(':');
  return colon == std::string::npos ? place : place.substr(place.find_last_of('/', colon) + 1);
}

// The subject of a finding is `link hand` or `joint elbow`.
Json robot_findings(const PageContent& content) {
  const Robot& robot = content.robot;
  Json findings = Json::array();
  for (const Finding& finding : content.findings) {
    if (!finding.accepted.empty()) continue;
    std::optional<std::size_t> link, joint;
    for (std::size_t i = 0; i < robot.links().size(); ++i)
      if (finding.subject == "link " + robot.links()[i].name) link = i;
    for (std::size_t i = 0; i < robot.joints().size(); ++i)
      if (finding.subject == "joint " + robot.joints()[i].name) link = i + 1;
    for (std::size_t j = 0; j < robot.dof(); ++j)
      if (finding.subject == "joint " + robot.moving_joint(j).name) joint = j;
    const bool is_note = finding.severity == Severity::note;
    if (is_note && !link) continue;  // of the file, such as parts that are not used
    findings.push_back({{"kind", is_note ? "other" : "check"},
                        {"text", without_folders(finding.place) + ": " + finding.text},
                        {"link", index_or_null(link)},
                        {"joint", index_or_null(joint)},
                        {"from", nullptr},
                        {"to", nullptr}});
  }
  return findings;
}

// Without folders too, unless another motion then had the same name.
std::string shown_name(const ViewedMotion& motion, const PageContent& content) {
  const auto file_of = [](const ViewedMotion& each) {
    return std::filesystem::path(each.name).filename().string();
  };
  const std::string file = file_of(motion);
  const auto alike = std::count_if(content.motions.begin(), content.motions.end(),
                                   [&](const ViewedMotion& each) { return file_of(each) == file; });
  return alike > 1 ? motion.name : file;
}

// Warnings begin with the name of the motion.
Json motion_findings(const ViewedMotion& motion, const std::string& name, const Robot& robot) {
  constexpr std::array kinds{"limit", "torque", "jump", "noise", "contact", "other"};
  Json findings = Json::array();
  for (const MotionFinding& finding : motion.findings)
    findings.push_back(
        {{"kind", kinds[static_cast<std::size_t>(finding.kind)]},
         {"text", finding.text.starts_with(motion.name) ? name + finding.text.substr(motion.name.size())
                                                        : finding.text},
         {"link", finding.joint ? Json(robot.moving_joints()[*finding.joint] + 1) : Json(nullptr)},
         {"joint", index_or_null(finding.joint)},
         {"from", index_or_null(finding.from)},
         {"to", index_or_null(finding.to)}});
  return findings;
}

std::string values_of(const TimedWrench& wrench, const std::vector<double>& times) {
  std::vector<float> values;
  values.reserve(6 * times.size());
  for (const double t : times) {
    WrenchValues at;
    if (wrench.history)
      at = wrench.history->at(std::clamp(t, wrench.history->t.front(), wrench.history->t.back()));
    else
      at << wrench.wrench.force, wrench.wrench.moment;
    for (const double value : at) values.push_back(static_cast<float>(value));
  }
  return base64_of(values);
}

Json wrenches_of(const PageContent& content, const ViewedMotion& motion) {
  Json wrenches = Json::array();
  for (const TimedWrench& each : content.wrenches)
    wrenches.emplace_back(json_of(each.wrench))["values"] = values_of(each, motion.t);
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    Json& wrench = wrenches.emplace_back(
        json_of(ExternalWrench{.link = content.contacts[i].link, .frame = ExternalWrench::Frame::world}));
    wrench["values"] = base64_of(motion.contacts[i].wrench);
    wrench["contact"] = i;
  }
  return wrenches;
}

Json contacts_of(const PageContent& content, const ViewedMotion& motion) {
  Json contacts = Json::array();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const Contact& contact = content.contacts[i];
    Json points = Json::array();
    for (const TouchPoint& point : contact.points)
      points.push_back({{"centre", json_of(point.centre)}, {"radius", point.radius}});
    contacts.push_back({{"link", contact.link},
                        {"normal", json_of(contact.normal)},
                        {"points", std::move(points)},
                        {"bearing", base64_of(motion.contacts[i].bearing)}});
  }
  return contacts;
}

// The pose of the base in each row, 12 numbers each.
Json base_poses(const PageContent& content, const ViewedMotion& motion) {
  std::vector<double> numbers;
  const auto add = [&](const Eigen::Isometry3d& pose) {
    each_number(pose, [&](double number) { numbers.push_back(number); });
  };
  for (const Eigen::Isometry3d& pose : motion.base) add(pose);
  if (!content.base) return numbers.empty() ? Json(nullptr) : Json(base64_of_rounded(numbers));
  const Robot moved = content.robot.on_moving_base();
  constexpr std::size_t base_dof = 6;
  std::vector<double> q(moved.dof(), 0), rates(2 * base_dof);
  for (const double t : motion.t) {
    const std::span<double> unused(rates);
    content.base->motion.at(t, std::span(q).first(base_dof), unused.first(base_dof), unused.last(base_dof));
    add(link_poses(moved, q)[base_dof]);
  }
  return base64_of_rounded(numbers);
}

Json json_of(const ViewedMotion& motion, const PageContent& content) {
  Json columns = Json::array();
  for (const ViewedMotion::Column& column : motion.columns)
    columns.push_back({{"quantity", column.quantity},
                       {"joint", column.joint},
                       {"values", base64_of_rounded(column.values)}});
  const std::string name = shown_name(motion, content);
  return {{"name", name},
          {"rows", motion.t.size()},
          {"rows_of_file", motion.rows_of_file},
          {"t", base64_of(motion.t)},
          {"columns", std::move(columns)},
          {"wrenches", wrenches_of(content, motion)},
          {"contacts", contacts_of(content, motion)},
          {"base", base_poses(content, motion)},
          {"findings", motion_findings(motion, name, content.robot)}};
}

}  // namespace

nlohmann::ordered_json page_data(const PageContent& content) {
  Json motions = Json::array();
  for (const ViewedMotion& motion : content.motions) motions.push_back(json_of(motion, content));
  const auto accepted = std::count_if(content.findings.begin(), content.findings.end(),
                                      [](const Finding& finding) { return !finding.accepted.empty(); });
  return {{"title", content.title},       {"program", content.program},
          {"robot", robot_of(content)},   {"motions", std::move(motions)},
          {"meshes", meshes_of(content)}, {"findings", robot_findings(content)},
          {"accepted", accepted},         {"notes", content.notes}};
}

}  // namespace invdyn
