#include "holding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "link_poses.h"

namespace invdyn {
namespace {

constexpr std::size_t max_dof = 64, max_work = 400'000;
constexpr int sweeps = 3;
constexpr double no_end = 1000;  // m or rad: in effect no limit

// The load of one joint as a function of the posture. It is a + b cos q + c sin q in each revolute joint's q,
// and linear in that of a prismatic one. So the worst q of one joint is known, and the joints take turns.
class Search {
 public:
  Search(const Robot& robot, std::size_t joint)
      : robot_(robot), joint_(joint), carries_(robot.links().size(), false) {
    for (const std::size_t i : robot.parents_first())
      carries_[i + 1] = i == joint || carries_[robot.joints()[i].parent];
    for (std::size_t d = 0; d < robot.dof(); ++d)
      if (matters(robot.moving_joints()[d])) coordinates_.push_back(d);
  }

  double largest_from(std::vector<double> q) const {
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (const std::size_t d : coordinates_) q[d] = worst(q, d);
    return std::abs(load(q));
  }

  std::size_t heaviest() const {
    std::size_t heaviest = joint_ + 1;
    for (std::size_t link = 0; link < carries_.size(); ++link)
      if (carries_[link] && mass_of(link) > mass_of(heaviest)) heaviest = link;
    return heaviest;
  }

 private:
  double mass_of(std::size_t link) const { return robot_.links()[link].mass_properties.mass; }

  // Joints that the joint carries, and those that carry it.
  bool matters(std::size_t other) const {
    if (robot_.joints()[other].type == JointType::prismatic && !has_ends(other)) return false;
    if (carries_[other + 1]) return true;
    for (std::size_t link = robot_.joints()[joint_].parent; link > 0; link = robot_.joints()[link - 1].parent)
      if (link == other + 1) return true;
    return false;
  }

  bool has_ends(std::size_t i) const {
    const Limits& limits = robot_.joints()[i].limits;
    return limits.lower && limits.upper && std::abs(*limits.lower) < no_end &&
           std::abs(*limits.upper) < no_end;
  }

  double load(const std::vector<double>& q) const {
    const std::vector<Eigen::Isometry3d> T_world_link = link_poses(robot_, q);
    const Joint& joint = robot_.joints()[joint_];
    const Eigen::Isometry3d T_world_joint = T_world_link[joint.parent] * joint.T_parent_joint;
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = Eigen::Vector3d::Zero();
    for (std::size_t link = 0; link < carries_.size(); ++link) {
      if (!carries_[link]) continue;
      const MassProperties& body = robot_.links()[link].mass_properties;
      const Eigen::Vector3d weight =
          (1 - robot_.links()[link].gravity_compensation) * body.mass * robot_.gravity();
      force += weight;
      moment += (T_world_link[link] * body.com - T_world_joint.translation()).cross(weight);
    }
    return (T_world_joint.linear() * joint.axis).dot(joint.is_revolute() ? moment : force);
  }

  double worst(std::vector<double> q, std::size_t d) const {
    const Joint& joint = robot_.moving_joint(d);
    const auto at = [&](double position) {
      q[d] = position;
      return load(q);
    };
    const double lower = joint.limits.lower.value_or(-std::numbers::pi),
                 upper = joint.limits.upper.value_or(std::numbers::pi), was = q[d];
    std::vector<double> candidates{was};
    if (has_ends(robot_.moving_joints()[d])) candidates.insert(candidates.end(), {lower, upper});
    const auto worst_by = [&](const auto& load_at) {
      return *std::max_element(candidates.begin(), candidates.end(), [&](double a, double b) {
        return std::abs(load_at(a)) < std::abs(load_at(b));
      });
    };
    const double f0 = at(0);
    if (!joint.is_revolute()) {
      const double slope = at(1) - f0;
      return worst_by([&](double position) { return f0 + slope * position; });
    }
    constexpr double turn = 2 * std::numbers::pi;
    const double f1 = at(turn / 3), f2 = at(-turn / 3);
    const double mean = (f0 + f1 + f2) / 3, cosine = (2 * f0 - f1 - f2) / 3, sine = (f1 - f2) / std::sqrt(3);
    const double peak = std::atan2(sine, cosine);
    for (const double angle : {peak, peak + std::numbers::pi}) {
      const double first =
          std::abs(lower) < no_end ? angle + turn * std::ceil((lower - angle) / turn) : angle;
      if (first <= upper) candidates.push_back(first);
    }
    return worst_by([&](double angle) { return mean + cosine * std::cos(angle) + sine * std::sin(angle); });
  }

  const Robot& robot_;
  const std::size_t joint_;
  std::vector<bool> carries_;             // by link
  std::vector<std::size_t> coordinates_;  // that the load depends on
};

// The position within the limits that is nearest to `wanted`.
double within(const Limits& limits, double wanted) {
  const double above = std::max(wanted, limits.lower.value_or(wanted));
  return std::min(above, limits.upper.value_or(above));
}

}  // namespace

std::vector<HoldingLoad> holding_loads(const Robot& robot) {
  std::vector<HoldingLoad> loads;
  // Each joint tries each other one, and poses all links for it.
  const std::size_t work = robot.dof() * robot.dof() * robot.links().size();
  if (robot.dof() > max_dof || work > max_work || robot.gravity().isZero(0)) return loads;
  std::vector<bool> is_coupled(robot.joints().size(), false);
  for (std::size_t i = 0; i < is_coupled.size(); ++i)
    if (const auto& mimic = robot.joints()[i].mimic) is_coupled[i] = is_coupled[mimic->joint] = true;
  for (const std::size_t i : robot.moving_joints()) {
    const Joint& joint = robot.joints()[i];
    if (is_coupled[i] || !joint.limits.effort || joint.drive.spring.stiffness != 0) continue;
    const Search search(robot, i);
    double largest = 0;
    for (const double bent : {0.0, 0.4}) {
      std::vector<double> q;
      for (const std::size_t other : robot.moving_joints())
        q.push_back(within(robot.joints()[other].limits, bent));
      largest = std::max(largest, search.largest_from(q));
    }
    loads.push_back({i, largest, search.heaviest()});
  }
  return loads;
}

}  // namespace invdyn
