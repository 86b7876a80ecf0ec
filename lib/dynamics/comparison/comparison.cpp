#include "comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "operation_count.h"

namespace invdyn {

Comparison::Comparison(const Robot& robot, DynamicsSettings settings)
    : robot_name_(robot.name()), largest_(robot.dof(), 0) {
  constexpr std::size_t max_compared_joints =
      2000;  // ten methods and their temporaries are in memory at the same time
  if (robot.joints().size() > max_compared_joints)
    throw Error(robot.name(), "has " + counted(robot.joints().size(), "joint") + ": expected at most " +
                                  std::to_string(max_compared_joints) + " to compare formulations");
  const Robot tree = robot.with_independent_mimics();
  const Loads loads{settings.gravity.value_or(robot.gravity()), settings.wrench};
  for (const Formulation& formulation : formulations()) {
    Method method{
        .formulation = &formulation, .refusal = {}, .difference = {}, .nanoseconds = {}, .dynamics = {}};
    settings.method = formulation.name;
    try {
      method.dynamics.emplace_back(robot, settings);
      Operations cost;
      for (const auto& item : count_operations(*formulation.prepare(tree, loads), tree.dof()))
        cost += item.operations;
      method.multiplications = cost.multiplications;
      method.additions = cost.additions;
      method.difference.assign(robot.dof(), 0);
    } catch (const NotRepresentable& reason) {
      if (methods_.empty()) throw;
      method.refusal = reason.what();
    }
    methods_.push_back(std::move(method));
  }
}

void Comparison::take(const Block& block) {
  using Clock = std::chrono::steady_clock;
  const std::size_t rows = block.own_end() - block.own_begin();
  if (rows == 0) return;
  const auto first = static_cast<Eigen::Index>(block.own_begin()), count = static_cast<Eigen::Index>(rows);
  Block work = block;
  // The first block is measured several times, because it may be the only one.
  constexpr int max_runs = 9;
  constexpr double enough_ns = 2e7;
  Eigen::ArrayXXd expected;
  for (Method& method : methods_) {
    if (method.dynamics.empty()) continue;
    const TrajectoryTorques& dynamics = method.dynamics.front();
    TrajectoryTorques::Workspace workspace(dynamics);
    double spent = 0;
    for (int run = 0; run == 0 || (samples_ == 0 && run < max_runs && spent < enough_ns); ++run) {
      const auto begin = Clock::now();
      dynamics.fill_torques(work, workspace);
      const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
      method.nanoseconds.push_back(time.count() / static_cast<double>(rows));
      spent += time.count();
    }

    const Eigen::ArrayXXd tau = work.tau.middleRows(first, count);
    if (expected.size() == 0) expected = tau;
    if (!tau.isFinite().all())
      throw Error(robot_name_,
                  "the torques of a sample are too large to compute" +
                      (&method == &methods_.front() ? "" : " by " + std::string(method.formulation->name)) +
                      ": expected realistic masses, gear ratios, limits, gravity and motion");
    for (std::size_t j = 0; j < largest_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const double difference = (tau.col(column) - expected.col(column)).abs().maxCoeff();
      method.difference[j] = std::max(method.difference[j], difference);
      if (&method == &methods_.front())
        largest_[j] = std::max(largest_[j], expected.col(column).abs().maxCoeff());
    }
  }
  samples_ += rows;
}

double Comparison::relative_difference(const Method& method, std::size_t joint) const {
  const double largest_of_all = *std::max_element(largest_.begin(), largest_.end());
  const double scale = std::max(largest_[joint], largest_of_all / 1000);
  if (method.difference[joint] == 0) return 0;
  const double relative = method.difference[joint] / scale;
  return std::isfinite(relative) ? relative : 1;  // the default has no torque
}

double Comparison::median_time(const Method& method) {
  std::vector<double> times = method.nanoseconds;
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

RandomStates::RandomStates(const Robot& robot, std::uint64_t seed) : state_(seed) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const Joint& joint = robot.moving_joint(j);
    const double reach = joint.is_revolute() ? std::numbers::pi : 0.5;
    const double lower = joint.limits.lower.value_or(joint.limits.upper.value_or(reach) - 2 * reach);
    ranges_.emplace_back(lower, joint.limits.upper.value_or(lower + 2 * reach));
  }
}

// SplitMix64 [Steele, Lea & Flood, OOPSLA 2014, fig. 16].
double RandomStates::uniform(double low, double high) {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const double fraction = static_cast<double>(z >> 11) * 0x1p-53;
  return low * (1 - fraction) + high * fraction;  // no overflow for large limits
}

void RandomStates::fill(Block& block, std::size_t rows) {
  block.rows = rows;
  block.before = block.after = 0;
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(rows); ++row) {
    block.t[row] = 0;
    for (std::size_t j = 0; j < ranges_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      block.q(row, column) = uniform(ranges_[j].first, ranges_[j].second);
      block.dq(row, column) = uniform(-2, 2);
      block.ddq(row, column) = uniform(-10, 10);
    }
  }
}

}  // namespace invdyn
