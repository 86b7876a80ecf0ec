#include "moved_mass.h"

#include <algorithm>

#include "bodies.h"
#include "link_poses.h"

namespace invdyn {
namespace {

constexpr double min_part = 1e-3;  // minimum reference, as a part of the largest value
// Joints that carry a link and are asked, the nearest ones: in a chain of thousands, each link has a share.
constexpr std::size_t max_carriers = 200;

bool is_nothing(const MassProperties& body) {
  return body.mass == 0 && body.inertia.isZero(0);
}

// In this posture no axis passes through a centre of mass that is off the axis at q = 0.
std::vector<double> posture_without_symmetry(const Robot& robot) {
  std::vector<double> q;
  for (std::size_t j = 0; j < robot.dof(); ++j)
    q.push_back((robot.moving_joint(j).is_revolute() ? 0.4 : 0.1) * static_cast<double>(j + 1));
  return q;
}

}  // namespace

std::vector<bool> links_that_move(const Robot& robot) {
  std::vector<bool> move(robot.links().size(), robot.base_floats());
  for (const std::size_t i : robot.parents_first())
    move[i + 1] = robot.joints()[i].moves() || move[robot.joints()[i].parent];
  return move;
}

bool moves_no_mass(const Robot& robot) {
  const std::vector<bool> move = links_that_move(robot);
  for (std::size_t link = 0; link < move.size(); ++link)
    if (move[link] && !is_nothing(robot.links()[link].mass_properties)) return false;
  return true;
}

void warn_of_no_mass(const Robot& robot, const Warn& warn) {
  if ((robot.dof() > 0 || robot.base_floats()) && moves_no_mass(robot))
    warn(robot.name() + ": " + std::string(no_mass_text));
}

MovedMass::MovedMass(const Robot& robot)
    : robot_(robot),
      T_world_link_(link_poses(robot, posture_without_symmetry(robot))),
      inertia_(robot.joints().size(), 0),
      mass_(robot.joints().size(), 0) {
  // Each link with all links that it carries, in the link's axes.
  std::vector<MassProperties> carried;
  for (const Link& link : robot.links()) carried.push_back(link.mass_properties);
  const std::vector<std::size_t>& order = robot.parents_first();
  for (auto joint_number = order.rbegin(); joint_number != order.rend(); ++joint_number) {
    const std::size_t i = *joint_number;
    const Joint& joint = robot.joints()[i];
    if (joint.moves()) {
      inertia_[i] = along_axis(i, moved(carried[i + 1], T_world_link_[i + 1]));
      mass_[i] = carried[i + 1].mass;
      if (joint.is_revolute()) largest_inertia_ = std::max(largest_inertia_, inertia_[i]);
      largest_mass_ = std::max(largest_mass_, mass_[i]);
    }
    const Eigen::Isometry3d T_parent_link = T_world_link_[joint.parent].inverse() * T_world_link_[i + 1];
    carried[joint.parent] = composed(carried[joint.parent], moved(carried[i + 1], T_parent_link));
  }
  whole_ = moved(carried[0], T_world_link_[0]);
}

// The body is in the world's axes.
double MovedMass::along_axis(std::size_t i, const MassProperties& body) const {
  const Joint& joint = robot_.joints()[i];
  if (!joint.is_revolute()) return body.mass;
  const Eigen::Isometry3d T_world_joint = T_world_link_[joint.parent] * joint.T_parent_joint;
  const Eigen::Vector3d axis = T_world_joint.linear() * joint.axis;
  const double squared_arm = axis.cross(body.com - T_world_joint.translation()).squaredNorm();
  return axis.dot(body.inertia * axis) + body.mass * squared_arm;
}

double MovedMass::share(std::size_t link, const MassProperties& body) const {
  const MassProperties in_world = moved(body, T_world_link_[link]);
  double largest = 0;
  const auto compare = [&](double part, double whole, double largest_whole) {
    const double scale = std::max(whole, min_part * largest_whole);
    if (part != 0) largest = std::max(largest, scale > 0 ? std::abs(part) / scale : 1);
  };
  std::size_t joints = 0;
  for (std::size_t at = link; at > 0 && joints < max_carriers; at = robot_.joints()[at - 1].parent) {
    if (!robot_.joints()[at - 1].moves()) continue;
    ++joints;
    compare(body.mass, mass_[at - 1], largest_mass_);
    if (robot_.joints()[at - 1].is_revolute())
      compare(along_axis(at - 1, in_world), inertia_[at - 1], largest_inertia_);
  }
  if (robot_.base_floats()) {
    compare(body.mass, whole_.mass, 0);
    const double squared_arm = (in_world.com - whole_.com).squaredNorm();
    compare(in_world.inertia.trace() + 2 * body.mass * squared_arm, whole_.inertia.trace(), 0);
  }
  return largest;
}

}  // namespace invdyn
