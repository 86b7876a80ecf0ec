#include "joint_residuals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../../dynamics/core/motor_shaft.h"
#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../trajectory/data/rests.h"
#include "thresholds.h"

namespace invdyn {
namespace {

double sign(double value) {
  return static_cast<double>((value > 0) - (value < 0));
}

double torque_of_links(const JointResiduals::Joint& joint, double q, double dq, double ddq, double tau) {
  double torque = tau - drive_torque(joint.drive, q, dq, ddq);
  if (joint.curve.torque != 0) torque -= joint.curve.at(dq);
  if (joint.load == 0) return torque;
  const double spring = spring_torque(joint.drive, q);
  return passed_torque(joint.load, dq, torque + spring) - spring;
}

// `of_coupled`: torque of the drives that turn with several joints.
void add_row(JointResiduals::Joint& joint, const Block& block, Eigen::Index at, Eigen::Index column,
             double of_coupled) {
  const double q = block.q(at, column), dq = block.dq(at, column), ddq = block.ddq(at, column),
               tau = block.tau(at, column);
  const std::array<double, JointResiduals::variables> values{
      1,
      tau,
      torque_of_links(joint, q, dq, ddq, tau - of_coupled),
      block.measured(at, column) - tau,
      sign(dq),
      dq,
      ddq};
  joint.sums.add(values.data());
}

}  // namespace

double JointResiduals::Joint::measured_variance() const {
  return std::max(
      0.0, sums.variance(computed) + 2 * sums.covariance(computed, residual) + sums.variance(residual));
}

double JointResiduals::Joint::rms() const {
  return std::sqrt(sums.mean_square(residual));
}

double JointResiduals::Joint::left_by(const std::vector<std::size_t>& explaining) const {
  const double variance = measured_variance() * static_cast<double>(sums.rows());
  return varies() && variance > 0 ? sums.fit(residual, explaining).residual_squares / variance : 0;
}

double JointResiduals::Joint::explained() const {
  if (!varies() || !(measured_variance() > 0)) return std::numeric_limits<double>::quiet_NaN();
  return 1 - sums.variance(residual) / measured_variance();
}

JointResiduals::JointResiduals(const Robot& robot, const DynamicsSettings& settings)
    : drives_(robot, settings.friction, settings.rotor, settings.spring) {
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const invdyn::Joint& joint = robot.moving_joint(j);
    Joint& statistics = joints_.emplace_back();
    statistics.name = joint.name;
    statistics.is_revolute = joint.is_revolute();
    statistics.drive = drives_.terms(j);
    if (!settings.friction) continue;
    statistics.load = joint.drive.load;
    if (joint.drive.turns_with.empty()) statistics.curve = joint.drive.curve;
    statistics.has_dry_friction =
        joint.drive.coulomb_positive() > joint.drive.coulomb_negative() || joint.drive.load != 0;
  }
}

// Of the drives that turn with several joints.
Eigen::ArrayXXd JointResiduals::coupled_torques(const Block& block) const {
  if (drives_.coupled().empty()) return {};
  const std::size_t begin = block.own_begin();
  Eigen::ArrayXXd torques = Eigen::ArrayXXd::Zero(static_cast<Eigen::Index>(block.capacity),
                                                  static_cast<Eigen::Index>(joints_.size()));
  drives_.add_coupled({.q = nullptr,
                       .dq = block.dq.data() + begin,
                       .ddq = block.ddq.data() + begin,
                       .tau = torques.data() + begin,
                       .stride = block.capacity,
                       .count = block.own_end() - begin});
  return torques;
}

void JointResiduals::take(const Block& block) {
  const std::size_t begin = block.own_begin(), end = block.own_end();
  const Eigen::ArrayXXd of_coupled = coupled_torques(block);
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    Joint& joint = joints_[j];
    for (std::size_t row = begin; row < end; ++row) {
      const auto at = static_cast<Eigen::Index>(row), column = static_cast<Eigen::Index>(j);
      const double q = block.q(at, column), measured = block.measured(at, column),
                   difference = measured - block.tau(at, column);
      const bool is_first = joint.sums.rows() == 0;
      add_row(joint, block, at, column, of_coupled.size() > 0 ? of_coupled(at, column) : 0);
      if (is_first) joint.min_q = joint.max_q = q, joint.min_measured = joint.max_measured = measured;
      joint.min_q = std::min(joint.min_q, q), joint.max_q = std::max(joint.max_q, q);
      joint.min_measured = std::min(joint.min_measured, measured);
      joint.max_measured = std::max(joint.max_measured, measured);
      if (!is_first && std::abs(difference) <= std::abs(joint.worst)) continue;
      joint.worst = difference;
      joint.worst_time = block.t[at];
      joint.worst_log = logs_.empty() ? 0 : logs_.size() - 1;
    }
  }
  rows_ += end - begin;
}

std::vector<double> JointResiduals::slow_speeds(const RowRuns& rows) const {
  std::vector<double> speeds;
  for (std::size_t j = 0; j < joints_.size(); ++j)
    speeds.push_back(joints_[j].has_dry_friction ? slow_part * rows.top_speed(j) : -1);
  return speeds;
}

JointResiduals JointResiduals::of_moving_rows(const RowRuns& rows, const std::vector<double>& slow) const {
  JointResiduals moving = *this;
  for (Joint& joint : moving.joints_)
    if (joint.has_dry_friction) joint.sums = BlockedSums(variables);
  for (const RowRuns::Run& run : rows.runs()) {
    Block block = run.block();
    for (std::size_t j = 0; j < slow.size(); ++j)
      for (std::size_t row = 0; row < run.rows(); ++row)
        block.tau(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(j)) = run.tau(row, j);
    const Eigen::ArrayXXd of_coupled = coupled_torques(block);
    for (std::size_t j = 0; j < slow.size(); ++j) {
      if (!joints_[j].has_dry_friction) continue;
      for (std::size_t row = 0; row < run.rows(); ++row) {
        if (std::abs(run.dq(row, j)) <= slow[j]) continue;
        const auto at = static_cast<Eigen::Index>(row), column = static_cast<Eigen::Index>(j);
        add_row(moving.joints_[j], block, at, column, of_coupled.size() > 0 ? of_coupled(at, column) : 0);
      }
    }
  }
  return moving;
}

JointResiduals::Line JointResiduals::line(std::size_t joint) const {
  const LinearFit fit = joints_[joint].sums.fit(residual, {one, computed});
  return {1 + fit.coefficients[1], fit.errors[1], fit.coefficients[0], fit.errors[0]};
}

void JointResiduals::expect_sound() const {
  const std::string name = joined(logs_);
  if (rows_ < threshold::rows)
    throw Error(name, "has " + counted(rows_, "row") + ": expected at least " +
                          std::to_string(threshold::rows) + " to compare torques");
  double range = 0;
  for (const Joint& joint : joints_) range = std::max(range, joint.max_q - joint.min_q);
  if (range < threshold::rest)
    throw Error(name, "is at rest: no joint moves by more than " + six_digits(range) +
                          " rad or m: expected a log of a motion");
  if (std::none_of(joints_.begin(), joints_.end(), [](const Joint& joint) { return joint.varies(); }))
    throw Error(name, "has measured torques that never change: expected torques of the motion");
  for (const Joint& joint : joints_)
    if (!std::isfinite(joint.sums.variance(residual) + joint.sums.variance(computed) +
                       joint.sums.variance(velocity) + joint.sums.variance(acceleration)))
      throw Error(name, "the squares of the torques of joint " + in_quotes(joint.name) +
                            " are too large to compute: expected realistic motion and torques");
}

}  // namespace invdyn
