#include "torque_difference.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"

namespace invdyn {
namespace {

// A joint that follows another one stays with it.
Robot held(const Robot& robot, const std::vector<std::size_t>& alone) {
  std::vector<JointLock> locks;
  for (const std::size_t joint : alone)
    if (!robot.joints()[joint].mimic) locks.push_back({joint, 0});
  return robot.with_locked_joints(locks);
}

void fill(const TrajectoryTorques& dynamics, Block& block) {
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
}

std::size_t column_of(const Robot& robot, std::size_t joint) {
  const auto& moving = robot.moving_joints();
  return static_cast<std::size_t>(std::find(moving.begin(), moving.end(), joint) - moving.begin());
}

}  // namespace

TorqueDifference::TorqueDifference(const Robot& a, const Robot& b, const JointPairs& joints,
                                   std::vector<JointMapping> mappings)
    : a_(held(a, joints.alone_in_a)),
      b_(held(b, joints.alone_in_b)),
      of_a_(a_),
      of_b_(b_),
      column_of_b_(a_.dof()),
      mappings_(a_.dof()),
      sums_(a_.dof()) {
  std::size_t paired = 0;
  for (std::size_t p = 0; p < joints.pairs.size(); ++p) {
    const std::size_t of_a = column_of(a_, joints.pairs[p].a), of_b = column_of(b_, joints.pairs[p].b);
    if ((of_a < a_.dof()) != (of_b < b_.dof()))
      throw Error(b.name(),
                  "the joint " + b.joints()[joints.pairs[p].b].name +
                      " follows another joint in one robot only, so the torques belong to different joints: "
                      "expected --independent-mimic, which makes every joint independent");
    if (of_a == a_.dof()) continue;
    column_of_b_[of_a] = of_b;
    if (!mappings.empty()) mappings_[of_a] = mappings[p];
    ++paired;
  }
  if (paired != a_.dof() || paired != b_.dof())
    throw Error(b.name(), "has different moving joints: expected the same joints in both robots");
}

void TorqueDifference::take(const Block& block) {
  const auto first = static_cast<Eigen::Index>(block.own_begin()),
             rows = static_cast<Eigen::Index>(block.own_end() - block.own_begin());
  if (rows == 0) return;
  Block own = block, other(b_.dof(), static_cast<std::size_t>(rows));
  other.rows = static_cast<std::size_t>(rows);
  other.t.head(rows) = block.t.segment(first, rows);
  for (std::size_t j = 0; j < a_.dof(); ++j) {
    const auto from = static_cast<Eigen::Index>(j), to = static_cast<Eigen::Index>(column_of_b_[j]);
    const auto [sign, zero] = mappings_[j];
    other.q.col(to).head(rows) = sign * (block.q.col(from).segment(first, rows) - zero);
    other.dq.col(to).head(rows) = sign * block.dq.col(from).segment(first, rows);
    other.ddq.col(to).head(rows) = sign * block.ddq.col(from).segment(first, rows);
  }
  fill(of_a_, own);
  fill(of_b_, other);
  for (std::size_t j = 0; j < a_.dof(); ++j) {
    Sums& sums = sums_[j];
    for (Eigen::Index row = 0; row < rows; ++row) {
      const double tau_a = own.tau(first + row, static_cast<Eigen::Index>(j));
      const double tau_b = mappings_[j].sign * other.tau(row, static_cast<Eigen::Index>(column_of_b_[j]));
      if (!std::isfinite(tau_a) || !std::isfinite(tau_b))
        throw Error((std::isfinite(tau_a) ? b_ : a_).name(),
                    "a torque is too large to compute: expected realistic masses and motion");
      const double difference = std::abs(tau_b - tau_a);
      if (difference > sums.largest) {
        sums.largest = difference;
        sums.t = block.t[first + row];
      }
      sums.norm = std::hypot(sums.norm, difference);  // the sum of squares may be too large to compute
      sums.peak_a = std::max(sums.peak_a, std::abs(tau_a));
      sums.peak_b = std::max(sums.peak_b, std::abs(tau_b));
    }
  }
  rows_ += static_cast<std::size_t>(rows);
}

std::vector<TorqueDifference::JointValue> TorqueDifference::joints() const {
  double largest_of_all = 0;
  for (const Sums& sums : sums_) largest_of_all = std::max(largest_of_all, sums.peak_a);
  std::vector<JointValue> values;
  for (std::size_t j = 0; j < sums_.size(); ++j) {
    const Sums& sums = sums_[j];
    const double scale = std::max(sums.peak_a, largest_of_all / 1000);
    values.push_back({.joint = a_.moving_joints()[j],
                      .largest = sums.largest,
                      .t = sums.largest > 0 ? std::optional(sums.t) : std::nullopt,
                      .rms = rows_ > 0 ? sums.norm / std::sqrt(static_cast<double>(rows_)) : 0,
                      .peak_a = sums.peak_a,
                      .peak_b = sums.peak_b,
                      .relative = sums.largest == 0 ? 0
                                  : scale > 0       ? sums.largest / scale
                                                    : 1});
  }
  return values;
}

}  // namespace invdyn
