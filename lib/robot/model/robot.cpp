#include "robot.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "../../ground/base/nearest_name.h"
#include "../../ground/base/visible_text.h"
#include "../../ground/base/wording.h"
#include "../../ground/matrix/decompositions.h"
#include "drive_coupling.h"
#include "drive_fields.h"
#include "magnitudes.h"
#include "moved_mass.h"
#include "principal_moments.h"

namespace invdyn {
namespace {

using Part = RobotDescription::Part;

[[noreturn]] void fail(const RobotDescription& description, std::size_t joint, Part part,
                       const std::string& expected) {
  throw Error(description.place(joint, part),
              "is " + description.value(joint, part) + ": expected " + expected);
}

// A copy of a part gets names such as `left_index`, and a `mimic` in it may still say `index`.
std::string name_advice(const std::string& follower, const std::string& followed,
                        const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (name.ends_with(followed) && follower.starts_with(name.substr(0, name.size() - followed.size())))
      return "; did you mean " + in_quotes(name) + "?";
  return did_you_mean(followed, names);
}

// Names appear in headers of files and in messages.
bool is_printable(const std::string& name) {
  return std::none_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

void check_name(const RobotDescription& description, std::size_t joint, Part part, const std::string& name,
                std::map<std::string, std::size_t>& taken) {
  if (name.empty() || !is_printable(name))
    fail(description, joint, part, "a text that is not empty and has no control characters");
  if (const auto [other, is_new] = taken.emplace(name, joint); !is_new)
    fail(description, joint, part,
         "a unique name; joint number " + std::to_string(other->second + 1) + " already has this name");
}

void check_names(const RobotDescription& description) {
  if (description.joints.size() > max_joints)
    throw Error(description.place(max_joints, Part::name),
                "is joint number " + std::to_string(max_joints + 1) + ": expected at most " +
                    std::to_string(max_joints) + " joints in a robot");
  for (const std::string& name : {description.name, description.base_link})
    if (!is_printable(name))
      throw Error(visible(name), "is the name of the robot or of its base: expected no control characters");
  std::map<std::string, std::size_t> joint_names, link_names;
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    check_name(description, i, Part::name, description.joints[i].joint.name, joint_names);
    const std::string& link = description.joints[i].link.name;
    if (link == description.base_link)
      fail(description, i, Part::link_name, "a unique name; the base already has this name");
    check_name(description, i, Part::link_name, link, link_names);
  }
}

void check_limits(const RobotDescription& description, std::size_t i) {
  const Limits& limits = description.joints[i].joint.limits;
  if (limits.lower && limits.upper && *limits.lower > *limits.upper)
    fail(description, i, Part::position_limits, "[lower, upper], the lower limit first");
  if (limits.velocity && *limits.velocity < 0) fail(description, i, Part::velocity_limit, "0 or more");
  if (limits.effort && *limits.effort < 0) fail(description, i, Part::effort_limit, "0 or more");
}

void check_drive(const RobotDescription& description, std::size_t i) {
  Drive drive = description.joints[i].joint.drive;
  for (const DriveField& field : drive_fields)
    if (!field.is_valid(drive)) fail(description, i, field.part, field.expected);
}

const MassProperties& body_of(const RobotDescription& description, std::size_t i) {
  return i == RobotDescription::base ? description.base_mass_properties
                                     : description.joints[i].link.mass_properties;
}

void check_mass(const RobotDescription& description, std::size_t i) {
  if (body_of(description, i).mass < 0) fail(description, i, Part::mass, "0 or more (kg)");
}

void check_gravity_compensation(const RobotDescription& description, std::size_t i) {
  if (description.joints[i].link.gravity_compensation < 0)
    fail(description, i, Part::gravity_compensation, "a share of the weight, 0 or more");
}

std::string likewise_in(std::size_t others) {
  return others ? " (the same in " + counted(others, "other link") + ")" : "";
}

// A body whose every moment is the largest one of these, without mass.
MassProperties turning_alone(const Eigen::Vector3d& moments) {
  return {.inertia = moments.cwiseAbs().maxCoeff() * Eigen::Matrix3d::Identity()};
}

// No body has a moment below 0. Throws Error, unless torques hardly depend on the moment: the body does not
// move, it or its moments are too small to matter, or the moment is within the rounding of the file's digits.
// Those give a warning.
void check_negative_moments(const Robot& robot, const RobotDescription& description,
                            const std::vector<std::size_t>& joints, const Warn& warn) {
  if (joints.empty()) return;
  const MovedMass moved_mass(robot);
  double first = 0;
  for (const std::size_t i : joints) {
    const MassProperties& body = body_of(description, i);
    const Eigen::Vector3d moments = principal_moments(body.inertia);
    if (i == joints.front()) first = moments[0];
    if (moments[0] >= -rounding_of_moments(moments)) continue;
    const std::size_t link = i == RobotDescription::base ? 0 : i + 1;
    if (moved_mass.share(link, body) >= negligible_share &&
        moved_mass.share(link, turning_alone(moments)) >= negligible_share)
      fail(description, i, Part::inertia,
           "principal moments of 0 or more; the smallest is " + six_digits(moments[0]) +
               " kg m^2. Check moments and products, or let `correct-inertia` of robot convert write "
               "the nearest possible moments");
  }
  warn(description.place(joints.front(), Part::inertia) + ": a principal moment is " + six_digits(first) +
       " kg m^2, below 0" + likewise_in(joints.size() - 1) +
       ": a rigid body cannot have such a moment, but torques hardly depend on it; it is used unchanged");
}

// The unit vector along an axis of any length.
Eigen::Vector3d direction(const RobotDescription& description, std::size_t i) {
  const Eigen::Vector3d& axis = description.joints[i].joint.axis;
  const double largest = axis.cwiseAbs().maxCoeff();
  if (largest == 0)
    fail(description, i, Part::axis,
         std::string("a direction, such as ") +
             (description.value(i, Part::axis).starts_with('[') ? "[0, 0, 1]" : "0 0 1"));
  return (axis / largest).normalized();
}

}  // namespace

Robot::Robot(const RobotDescription& description, const Warn& warn)
    : name_(description.name),
      source_(description.source),
      gravity_(description.gravity),
      T_world_base_(description.T_world_base),
      base_floats_(description.base_floats) {
  check_names(description);
  expect_sensible_magnitudes(description);
  links_.push_back({description.base_link, description.base_mass_properties});
  std::vector<std::size_t> negative_moments, broken_triangles;  // joints
  const auto check_body = [&](std::size_t i) {
    check_mass(description, i);
    const Eigen::Matrix3d& inertia = body_of(description, i).inertia;
    if (has_negative_moment(inertia))
      negative_moments.push_back(i);
    else if (!keep_triangle_inequality(principal_moments(inertia)))
      broken_triangles.push_back(i);
  };
  check_body(RobotDescription::base);
  for (std::size_t i = 0; i < description.joints.size(); ++i) {
    Joint joint = description.joints[i].joint;
    if (joint.moves()) joint.axis = direction(description, i);
    check_limits(description, i);
    check_drive(description, i);
    check_body(i);
    check_gravity_compensation(description, i);
    joints_.push_back(joint);
    links_.push_back(description.joints[i].link);
  }
  connect(description);
  connect_mimics(description);
  collect_moving_joints();
  connect_drives(description);
  sort_parents_first(description);
  check_negative_moments(*this, description, negative_moments, warn);
  if (!broken_triangles.empty())
    warn(description.place(broken_triangles.front(), Part::inertia) + ": " +
         std::string(broken_triangle_text) + likewise_in(broken_triangles.size() - 1) +
         ": a rigid body cannot have these moments; they are used unchanged");
}

void Robot::connect(const RobotDescription& description) {
  std::map<std::string, std::size_t> link_index;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    link_index.emplace(links_[i].name, i);
    names.push_back(links_[i].name);
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const std::string& parent = description.joints[i].parent_link;
    const auto found = link_index.find(parent);
    if (found == link_index.end())
      fail(description, i, Part::parent,
           "the name of a link that a joint carries, because a robot has only one root, " +
               in_quotes(links_[0].name) + did_you_mean(parent, names));
    joints_[i].parent = found->second;
  }
}

void Robot::connect_mimics(const RobotDescription& description) {
  std::map<std::string, std::size_t> joint_index;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    joint_index.emplace(joints_[i].name, i);
    if (joints_[i].moves()) names.push_back(joints_[i].name);
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (!joints_[i].mimic) continue;
    const std::string& followed = description.joints[i].mimicked;
    const auto found = joint_index.find(followed);
    if (found == joint_index.end() || !joints_[found->second].moves())
      fail(description, i, Part::mimic,
           "the name of a joint that moves" + name_advice(joints_[i].name, followed, names));
    joints_[i].mimic->joint = found->second;
  }
  // A follower of a follower gets the same leader.
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    std::optional<Mimic>& mimic = joints_[i].mimic;
    for (std::size_t steps = 0; mimic && joints_[mimic->joint].mimic; ++steps) {
      if (steps == joints_.size())
        fail(description, i, Part::mimic, "joints that do not follow each other in a circle");
      const Mimic& next = *joints_[mimic->joint].mimic;
      mimic = {next.joint, mimic->multiplier * next.multiplier,
               mimic->multiplier * next.offset + mimic->offset};
      if (!(std::max(std::abs(mimic->multiplier), std::abs(mimic->offset)) <= largest_of_robot))
        fail(description, i, Part::mimic,
             "smaller multipliers and offsets of the joints that follow each other");
    }
  }
}

void Robot::connect_drives(const RobotDescription& description) {
  constexpr double smallest = 1e-9;  // of the largest singular value
  std::optional<std::size_t> any;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    Drive& drive = joints_[i].drive;
    std::set<std::size_t> others;
    for (std::size_t k = 0; k < drive.turns_with.size(); ++k) {
      const std::string& name = description.joints[i].turned_with[k];
      std::vector<std::string> names;
      for (const std::size_t j : moving_joints_) {
        if (j != i) names.push_back(joints_[j].name);
        if (joints_[j].name == name) drive.turns_with[k].joint = j;
      }
      if (std::find(names.begin(), names.end(), name) == names.end() || drive.turns_with[k].factor == 0)
        fail(description, i, Part::turns_with,
             "the names of other moving joints without mimic, each with a factor other than 0" +
                 did_you_mean(name, names));
      others.insert(drive.turns_with[k].joint);
    }
    if (others.empty()) continue;
    any = i;
    const bool moves = joints_[i].moves() && !joints_[i].mimic;
    if (!moves)
      fail(description, i, Part::turns_with,
           "no key turns_with, because this joint is fixed or follows another joint");
    others.insert(i);
    for (const std::size_t j : others)
      if (joints_[j].drive.load != 0)
        fail(description, i, Part::turns_with,
             "no friction.load in joints with turns_with and in the joints that they name; joint " +
                 in_quotes(joints_[j].name) + " has friction.load");
  }
  if (!any) return;
  const Eigen::VectorXd values = singular_values(drives_per_joints(*this));
  if (!(values[values.size() - 1] > smallest * values[0]))
    fail(description, *any, Part::turns_with,
         "other factors, because with these factors, different speeds of the joints give the same speeds of "
         "the drives");
}

void Robot::collect_moving_joints() {
  moving_joints_.clear();
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].moves() && !joints_[i].mimic) moving_joints_.push_back(i);
}

bool Robot::has_coupled_drives() const {
  return std::any_of(joints_.begin(), joints_.end(),
                     [](const Joint& joint) { return joint.moves() && !joint.drive.turns_with.empty(); });
}

bool Robot::has_mimics() const {
  return std::any_of(joints_.begin(), joints_.end(), [](const Joint& joint) { return joint.mimic; });
}

void Robot::sort_parents_first(const RobotDescription& description) {
  std::vector<std::vector<std::size_t>> carried(links_.size());  // joints, by link
  for (std::size_t i = 0; i < joints_.size(); ++i) carried[joints_[i].parent].push_back(i);
  std::vector<bool> placed(links_.size(), false);
  placed[0] = true;
  // Uses passes over the file, so that joints in a valid order keep it. A pass takes joints on links placed
  // in an earlier pass or earlier in the same pass.
  std::set<std::size_t> pass(carried[0].begin(), carried[0].end()), next_pass;
  while (!pass.empty()) {
    const std::size_t i = *pass.begin();
    pass.erase(pass.begin());
    placed[i + 1] = true;
    parents_first_.push_back(i);
    for (const std::size_t j : carried[i + 1]) (j > i ? pass : next_pass).insert(j);
    if (pass.empty()) pass.swap(next_pass);
  }
  if (parents_first_.size() < joints_.size()) {
    // No other joint depends on the base: the rest is a cycle with its branches. Walk up until inside the
    // cycle.
    std::size_t link = 1;
    while (placed[link]) ++link;
    for (std::size_t steps = 0; steps < links_.size(); ++steps) link = joints_[link - 1].parent;
    std::string cycle = links_[link].name;
    std::size_t at = link;
    do {
      at = joints_[at - 1].parent;
      cycle = links_[at].name + " -> " + cycle;
    } while (at != link);
    fail(description, link - 1, Part::parent,
         "a tree with the root " + in_quotes(links_[0].name) + ", but the links form a cycle, " + cycle);
  }
}

Robot Robot::with_independent_mimics() const {
  Robot other = *this;
  for (Joint& joint : other.joints_) joint.mimic.reset();
  other.collect_moving_joints();
  return other;
}

Robot Robot::with_limits_of_followers() const {
  Robot other = *this;
  for (const Joint& follower : joints_) {
    if (!follower.mimic || follower.mimic->multiplier == 0) continue;
    const double multiplier = follower.mimic->multiplier, offset = follower.mimic->offset;
    Limits& limits = other.joints_[follower.mimic->joint].limits;
    const auto limit = [&](const std::optional<double>& end, bool is_upper) {
      if (!end) return;
      const double position = (*end - offset) / multiplier;  // of the followed joint
      if (!std::isfinite(position)) return;                  // no limit for the followed joint
      if (is_upper == (multiplier > 0))
        limits.upper = std::min(position, limits.upper.value_or(position));
      else
        limits.lower = std::max(position, limits.lower.value_or(position));
    };
    limit(follower.limits.lower, false);
    limit(follower.limits.upper, true);
    if (!follower.limits.velocity) continue;
    const double velocity = *follower.limits.velocity / std::abs(multiplier);
    if (std::isfinite(velocity)) limits.velocity = std::min(velocity, limits.velocity.value_or(velocity));
  }
  return other;
}

Robot Robot::with_mass_properties(std::span<const MassProperties> of_links) const {
  assert(of_links.size() == links_.size());
  Robot other = *this;
  for (std::size_t i = 0; i < of_links.size(); ++i) other.links_[i].mass_properties = of_links[i];
  return other;
}

Robot Robot::with_gravity_compensations(std::span<const double> of_links) const {
  assert(of_links.size() == links_.size());
  Robot other = *this;
  for (std::size_t i = 0; i < of_links.size(); ++i) other.links_[i].gravity_compensation = of_links[i];
  return other;
}

Robot Robot::with_fixed_link(std::size_t parent, const Link& link) const {
  Robot other = *this;
  Joint joint;
  joint.name = link.name;
  joint.parent = parent;
  other.parents_first_.push_back(other.joints_.size());
  other.joints_.push_back(joint);
  other.links_.push_back(link);
  return other;
}

Robot Robot::with_drives(std::span<const Drive> of_joints) const {
  assert(of_joints.size() == joints_.size());
  Robot other = *this;
  for (std::size_t i = 0; i < of_joints.size(); ++i) other.joints_[i].drive = of_joints[i];
  return other;
}

}  // namespace invdyn
