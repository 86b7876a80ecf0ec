#include "robot_outline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numbers>

#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../robot/kinematics/axis_angle.h"
#include "../../robot/model/link_poses.h"
#include "../../robot/model/moved_mass.h"
#include "../../robot/model/names.h"
#include "../../trajectory/data/quantity.h"

namespace invdyn {
namespace {

using nlohmann::ordered_json;

// Hides rounding errors of rotations by 0 or 90 degrees.
double without_rounding(double value) {
  return std::abs(value) < 1e-12 ? 0 : value;
}

std::string digits(const Eigen::Vector3d& v) {
  std::string text = "(";
  for (Eigen::Index i = 0; i < 3; ++i) text += (i ? ", " : "") + four_digits(without_rounding(v[i]));
  return text + ")";
}

std::string masses(const Link& link) {
  return four_digits(link.mass_properties.mass) + " kg" +
         (link.gravity_compensation == 0
              ? ""
              : ", " + four_digits(100 * link.gravity_compensation) + " % of its weight compensated");
}

class Tree {
 public:
  explicit Tree(const Robot& robot) : robot_(robot), carried_(robot.links().size()) {
    for (std::size_t i = 0; i < robot.joints().size(); ++i) carried_[robot.joints()[i].parent].push_back(i);
  }

  std::string text() {
    const Link& base = robot_.links()[0];
    text_ = visible(base.name) + (robot_.base_floats() ? ", floating: " + masses(base) : "") + '\n';
    hang_on(0, "");
    return std::move(text_);
  }

 private:
  // A line's indent grows with its depth: a long chain would fill the screen, and the memory grows with the
  // square of the depth.
  static constexpr std::size_t deepest_shown = 100;

  void hang_on(std::size_t link, const std::string& indent, std::size_t depth = 0) {
    if (depth == deepest_shown && !carried_[link].empty()) {
      text_ += indent + "└─ ... (deeper links are not shown)\n";
      return;
    }
    for (const std::size_t i : carried_[link]) {
      const bool is_last = i == carried_[link].back();
      const Joint& joint = robot_.joints()[i];
      const Link& child = robot_.links()[i + 1];
      text_ += indent + (is_last ? "└─ " : "├─ ") + visible(joint.name) + ", " + name_of(joint.type) +
               (joint.mimic ? ", follows " + visible(robot_.joints()[joint.mimic->joint].name) : "") + ": " +
               visible(child.name) + ", " + masses(child) + '\n';
      hang_on(i + 1, indent + (is_last ? "   " : "│  "), depth + 1);
    }
  }

  const Robot& robot_;
  std::vector<std::vector<std::size_t>> carried_;  // joints, by link
  std::string text_;
};

std::vector<std::size_t> moving_then_following(const Robot& robot) {
  std::vector<std::size_t> joints = robot.moving_joints();
  for (std::size_t i = 0; i < robot.joints().size(); ++i)
    if (robot.joints()[i].mimic) joints.push_back(i);
  return joints;
}

Table::Cell cell(const std::optional<double>& value) {
  return value ? Table::Cell(*value) : Table::Cell();
}

std::string units_of(const Joint& joint) {
  const bool is_revolute = joint.is_revolute();
  return std::string(unit_of(Quantity::q, is_revolute)) + ", " +
         std::string(unit_of(Quantity::dq, is_revolute)) + ", " +
         std::string(unit_of(Quantity::tau, is_revolute));
}

// "0.5 left + 0.1"
std::string followed(const Robot& robot, const Mimic& mimic) {
  return four_digits(mimic.multiplier) + " " + robot.joints()[mimic.joint].name +
         (mimic.offset == 0 ? "" : (mimic.offset < 0 ? " - " : " + ") + four_digits(std::abs(mimic.offset)));
}

bool has_drive(const Joint& joint) {
  const Drive& drive = joint.drive;
  return joint.moves() && (drive.rotor_inertia != 0 || drive.gear_ratio != 1 || drive.efficiency != 1 ||
                           drive.has_friction() || !drive.turns_with.empty() || drive.spring.stiffness != 0);
}

// `0.5 elbow + wrist`
std::string turns_with(const Robot& robot, const Drive& drive) {
  std::string text;
  for (const TurnsWith& other : drive.turns_with)
    text += (text.empty() ? "" : " + ") + (other.factor == 1 ? "" : four_digits(other.factor) + ' ') +
            robot.joints()[other.joint].name;
  return text;
}

bool is_lossy(const Joint& joint) {
  return joint.moves() && joint.drive.efficiency != 1;
}

std::string base_text(const Robot& robot) {
  const Eigen::Isometry3d& T = robot.T_world_base();
  const AxisAngle turn = axis_angle_of(T.linear());
  const double degrees = turn.angle * 180 / std::numbers::pi;
  return visible(robot.links()[0].name) +
         (robot.base_floats() ? ", floating; if no trajectory gives its pose, it is at " : ", at ") +
         digits(T.translation()) + " m in the world frame, " +
         (without_rounding(degrees) == 0
              ? "not turned"
              : "turned by " + four_digits(degrees) + " deg about " + digits(turn.axis));
}

// "-z of the world" if it is along an axis, else the vector.
std::string direction_text(const Eigen::Vector3d& direction, const std::string& frame) {
  constexpr double almost = 1e-9;
  for (Eigen::Index i = 0; i < 3; ++i)
    if (std::abs(direction[i]) > 1 - almost)
      return std::string(direction[i] < 0 ? "-" : "+") + "xyz"[i] + " of " + frame;
  return digits(direction) + " of " + frame;
}

ordered_json json_of(const Eigen::Vector3d& v) {
  return {v[0], v[1], v[2]};
}

ordered_json json_of(const std::optional<double>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json json_of(const Link& link) {
  const MassProperties& body = link.mass_properties;
  const Eigen::Matrix3d& I = body.inertia;
  return {{"name", link.name},
          {"mass", body.mass},
          {"com", json_of(body.com)},
          {"inertia",
           {{"ixx", I(0, 0)},
            {"iyy", I(1, 1)},
            {"izz", I(2, 2)},
            {"ixy", I(0, 1)},
            {"ixz", I(0, 2)},
            {"iyz", I(1, 2)}}},
          {"gravity_compensation", link.gravity_compensation}};
}

ordered_json json_of(const Robot& robot, std::size_t index) {
  const Joint& joint = robot.joints()[index];
  const Drive& drive = joint.drive;
  ordered_json json{{"name", joint.name},
                    {"type", name_of(joint.type)},
                    {"parent", robot.links()[joint.parent].name},
                    {"link", json_of(robot.links()[index + 1])}};
  if (!joint.moves()) return json;
  json["limits"] = {{"lower", json_of(joint.limits.lower)},
                    {"upper", json_of(joint.limits.upper)},
                    {"velocity", json_of(joint.limits.velocity)},
                    {"effort", json_of(joint.limits.effort)}};
  json["rotor_inertia"] = drive.rotor_inertia;
  json["gear_ratio"] = drive.gear_ratio;
  json["efficiency"] = drive.efficiency;
  json["damping"] = drive.damping();
  json["coulomb"] = {drive.coulomb_positive(), drive.coulomb_negative()};
  json["offset"] = drive.offset;
  json["load"] = drive.load;
  json["curve"] = {{"torque", drive.curve.torque}, {"speed", drive.curve.speed}};
  for (const TurnsWith& other : drive.turns_with)
    json["turns_with"][robot.joints()[other.joint].name] = other.factor;
  json["spring"] = {{"stiffness", drive.spring.stiffness}, {"reference", drive.spring.reference}};
  json["mimic"] = nullptr;
  if (joint.mimic)
    json["mimic"] = {{"joint", robot.joints()[joint.mimic->joint].name},
                     {"multiplier", joint.mimic->multiplier},
                     {"offset", joint.mimic->offset}};
  return json;
}

}  // namespace

std::string tree_text(const Robot& robot) {
  return Tree(robot).text();
}

Table joint_table(const Robot& robot) {
  std::vector<Table::Column> columns{{.name = "q"},      {.name = "joint"}, {.name = "type"},
                                     {.name = "lower"},  {.name = "upper"}, {.name = "velocity"},
                                     {.name = "effort"}, {.name = "units"}};
  if (robot.has_mimics()) columns.push_back({.name = "follows"});
  Table table(columns);
  std::int64_t number = 0;
  for (const std::size_t i : moving_then_following(robot)) {
    const Joint& joint = robot.joints()[i];
    const Limits& limits = joint.limits;
    std::vector<Table::Cell> row{joint.mimic ? Table::Cell() : Table::Cell(++number),
                                 joint.name,
                                 std::string(name_of(joint.type)),
                                 cell(limits.lower),
                                 cell(limits.upper),
                                 cell(limits.velocity),
                                 cell(limits.effort),
                                 units_of(joint)};
    if (robot.has_mimics()) row.emplace_back();
    if (joint.mimic) row.back() = followed(robot, *joint.mimic);
    table.add_row(row);
  }
  return table;
}

Table drive_table(const Robot& robot) {
  const bool any_lossy = std::any_of(robot.joints().begin(), robot.joints().end(), is_lossy);
  const bool any_offset = std::any_of(robot.joints().begin(), robot.joints().end(),
                                      [](const Joint& joint) { return joint.drive.offset != 0; });
  const bool any_spring = std::any_of(robot.joints().begin(), robot.joints().end(), [](const Joint& joint) {
    return joint.moves() && joint.drive.spring.stiffness != 0;
  });
  const bool any_load = std::any_of(robot.joints().begin(), robot.joints().end(),
                                    [](const Joint& joint) { return joint.drive.load != 0; });
  const bool any_curve = std::any_of(robot.joints().begin(), robot.joints().end(),
                                     [](const Joint& joint) { return joint.drive.curve.torque != 0; });
  std::vector<Table::Column> columns{
      {.name = "joint"},   {.name = "rotor (kg m^2)"}, {.name = "gear ratio"}, {.name = "rotor at joint"},
      {.name = "viscous"}, {.name = "coulomb +"},      {.name = "coulomb -"},  {.name = "units"}};
  if (any_offset) columns.insert(columns.end() - 1, {.name = "offset"});
  if (any_load) columns.insert(columns.end() - 1, {.name = "load"});
  if (any_curve) columns.insert(columns.end() - 1, {{.name = "curve"}, {.name = "its speed (per s)"}});
  if (any_spring)
    columns.insert(columns.end() - 1, {{.name = "spring (per rad or m)"}, {.name = "without torque at"}});
  if (robot.has_coupled_drives()) columns.insert(columns.end() - 1, {.name = "turns with"});
  if (any_lossy) columns.insert(columns.begin() + 3, {.name = "efficiency"});
  Table table(columns);
  for (const std::size_t i : moving_then_following(robot)) {
    const Joint& joint = robot.joints()[i];
    const Drive& drive = joint.drive;
    if (!has_drive(joint)) continue;
    std::vector<Table::Cell> row{
        joint.name,
        drive.rotor_inertia,
        drive.gear_ratio,
        drive.reflected_inertia(),
        drive.damping(),
        drive.coulomb_positive(),
        drive.coulomb_negative(),
        std::string(joint.is_revolute() ? "kg m^2, N m s/rad, N m" : "kg, N s/m, N")};
    if (any_offset) row.insert(row.end() - 1, drive.offset);
    if (any_load) row.insert(row.end() - 1, drive.load);
    if (any_curve) {
      row.insert(row.end() - 1, drive.curve.torque);
      row.insert(row.end() - 1, drive.curve.speed);
    }
    if (any_spring) {
      row.insert(row.end() - 1, drive.spring.stiffness);
      row.insert(row.end() - 1, drive.spring.reference);
    }
    if (robot.has_coupled_drives()) row.insert(row.end() - 1, turns_with(robot, drive));
    if (any_lossy) row.insert(row.begin() + 3, drive.efficiency);
    table.add_row(row);
  }
  return table;
}

Totals totals(const Robot& robot) {
  const std::vector<double> q(robot.dof(), 0);
  const auto T_world_link = link_poses(robot, q);
  const std::vector<bool> moves = links_that_move(robot);
  Totals sum;
  for (std::size_t i = robot.base_floats() ? 0 : 1; i < robot.links().size(); ++i) {
    const MassProperties& body = robot.links()[i].mass_properties;
    sum.mass += body.mass;
    if (moves[i]) sum.moved += body.mass;
    if (!moves[i] && body.mass > 0) sum.at_rest.push_back(robot.links()[i].name);
    sum.com += body.mass * (T_world_link[i] * body.com);
  }
  if (sum.mass > 0) sum.com /= sum.mass;
  return sum;
}

std::string gravity_text(const Robot& robot) {
  const Eigen::Vector3d& gravity = robot.gravity();
  if (gravity.isZero(0)) return "none: no weight";
  const Eigen::Vector3d direction = gravity.normalized();
  const std::string world = direction_text(direction, "the world");
  const std::string base =
      direction_text(robot.T_world_base().linear().transpose() * direction, visible(robot.links()[0].name));
  const bool is_turned = without_rounding(axis_angle_of(robot.T_world_base().linear()).angle) != 0;
  return digits(gravity) + " m/s^2: direction " + world + (is_turned ? ", " + base : "");
}

std::string outline_text(const Robot& robot) {
  const Totals sum = totals(robot);
  const Table drives = drive_table(robot);
  std::string text = visible(robot.name()) + ": " + counted(robot.dof(), "degree") + " of freedom, " +
                     counted(robot.joints().size(), "joint") + ", " + counted(robot.links().size(), "link") +
                     " with the base\n";
  if (!robot.source().empty()) text += wrapped(visible_lines(robot.source()), "    ", 100);
  text += '\n' + tree_text(robot) + '\n' + joint_table(robot).text(TableFormat::table);
  for (const Joint& joint : robot.joints())
    if (has_drive(joint)) {
      text += '\n' + drives.text(TableFormat::table);
      break;
    }
  text += "\nmass     " + four_digits(sum.mass) + " kg " + (robot.base_floats() ? "with" : "without") +
          " the base";
  if (!sum.at_rest.empty())
    text += "; the joints move " + four_digits(sum.moved) + " kg of the mass (all links except " +
            visible(joined(sum.at_rest)) + ')';
  text += '\n';
  if (sum.mass > 0) text += "centre   " + digits(sum.com) + " m in the world frame, at q = 0\n";
  return text + "base     " + base_text(robot) + "\ngravity  " + gravity_text(robot) + '\n';
}

std::string outline_json(const Robot& robot) {
  const Totals sum = totals(robot);
  const Eigen::Matrix3d& R = robot.T_world_base().linear();
  ordered_json json{{"name", robot.name()},
                    {"source", robot.source()},
                    {"degrees_of_freedom", robot.dof()},
                    {"mass", sum.mass},
                    {"moved_mass", sum.moved},
                    {"com", sum.mass > 0 ? json_of(sum.com) : ordered_json()},
                    {"gravity", json_of(robot.gravity())},
                    {"base",
                     {{"name", robot.links()[0].name},
                      {"floating", robot.base_floats()},
                      {"link", json_of(robot.links()[0])},
                      {"xyz", json_of(robot.T_world_base().translation())},
                      {"rotation",
                       {json_of(Eigen::Vector3d(R.row(0))), json_of(Eigen::Vector3d(R.row(1))),
                        json_of(Eigen::Vector3d(R.row(2)))}}}}};
  ordered_json order = ordered_json::array(), joints = ordered_json::array();
  for (const std::size_t i : robot.moving_joints()) order.push_back(robot.joints()[i].name);
  for (std::size_t i = 0; i < robot.joints().size(); ++i) joints.push_back(json_of(robot, i));
  json["order_of_q"] = order;
  json["joints"] = joints;
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace invdyn
