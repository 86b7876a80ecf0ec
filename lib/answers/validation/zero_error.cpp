#include "zero_error.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

constexpr std::size_t max_sampled_rows = 2048;
constexpr double small_turn = 1e-5;  // rad or m, for central differences

// Rows spread evenly over the runs.
struct Sample {
  Block block;
  Eigen::MatrixXd residuals;  // a column for each joint
};

Sample sample_of(const RowRuns& rows) {
  std::size_t all = 0;
  for (const RowRuns::Run& run : rows.runs()) all += run.rows();
  const std::size_t every = (all + max_sampled_rows - 1) / max_sampled_rows, dof = rows.dof();
  Sample sample{Block(dof, all / std::max<std::size_t>(every, 1) + 1), {}};
  Block& block = sample.block;
  sample.residuals.resize(static_cast<Eigen::Index>(block.capacity), static_cast<Eigen::Index>(dof));
  std::size_t number = 0;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t row = 0; row < run.rows(); ++row) {
      if (number++ % every != 0) continue;
      const auto at = static_cast<Eigen::Index>(block.rows++);
      block.t[at] = run.t(row);
      for (std::size_t j = 0; j < dof; ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        block.q(at, column) = run.q(row, j), block.dq(at, column) = run.dq(row, j);
        block.ddq(at, column) = run.ddq(row, j), block.tau(at, column) = run.tau(row, j);
        sample.residuals(at, column) = run.measured(row, j) - run.tau(row, j);
      }
    }
  sample.residuals.conservativeResize(static_cast<Eigen::Index>(block.rows), Eigen::NoChange);
  return sample;
}

// What a linear fit of the columns by other terms of a joint leaves of them.
class Nuisance {
 public:
  Nuisance(const Block& block, Eigen::Index joint) {
    const auto rows = static_cast<Eigen::Index>(block.rows);
    Eigen::MatrixXd terms(rows, 5);
    terms.col(0).setOnes();
    terms.col(1) = block.tau.col(joint).head(rows);
    terms.col(2) = block.dq.col(joint).head(rows).sign();
    terms.col(3) = block.dq.col(joint).head(rows);
    terms.col(4) = block.ddq.col(joint).head(rows);
    for (Eigen::Index i = 0; i < terms.cols(); ++i)
      if (const double norm = terms.col(i).norm(); norm > 0) terms.col(i) /= norm;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(terms);
    qr.setThreshold(1e-8);
    basis_ = qr.householderQ() * Eigen::MatrixXd::Identity(rows, qr.rank());
  }
  Eigen::VectorXd rest(const Eigen::VectorXd& column) const {
    return column - basis_ * (basis_.transpose() * column);
  }

 private:
  Eigen::MatrixXd basis_;
};

// Torques of all joints with joint k displaced, a column for each joint.
Eigen::MatrixXd torques_at(Block& block, Eigen::Index k, double displacement,
                           const TrajectoryTorques& dynamics, TrajectoryTorques::Workspace& workspace) {
  const auto rows = static_cast<Eigen::Index>(block.rows);
  const Eigen::ArrayXd positions = block.q.col(k);
  block.q.col(k) += displacement;
  dynamics.fill_torques(block, workspace);
  block.q.col(k) = positions;
  return block.tau.topRows(rows).matrix();
}

}  // namespace

std::optional<ZeroError> zero_error(const RowRuns& rows, const TrajectoryTorques& dynamics,
                                    const std::vector<bool>& used) {
  const Sample sample = sample_of(rows);
  const auto dof = static_cast<Eigen::Index>(rows.dof());
  const auto count = static_cast<Eigen::Index>(sample.block.rows);
  if (count < 32) return std::nullopt;
  // Residuals of all joints, each relative to its size.
  Eigen::MatrixXd residuals = Eigen::MatrixXd::Zero(count, dof);
  std::vector<Nuisance> nuisances;
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(dof);
  for (Eigen::Index j = 0; j < dof; ++j) {
    const Nuisance& nuisance = nuisances.emplace_back(sample.block, j);
    if (!used[static_cast<std::size_t>(j)]) continue;
    residuals.col(j) = nuisance.rest(sample.residuals.col(j));
    const double size = residuals.col(j).norm();
    if (!(size > 1e-12 * sample.block.tau.col(j).head(count).matrix().norm())) {
      residuals.col(j).setZero();
      continue;
    }
    weights[j] = 1 / size;
    residuals.col(j) *= weights[j];
  }
  if (weights.isZero()) return std::nullopt;

  Block displaced = sample.block;
  displaced.last = false;
  TrajectoryTorques::Workspace workspace(dynamics);
  std::optional<ZeroError> best;
  double least = residuals.squaredNorm();
  for (Eigen::Index k = 0; k < dof; ++k) {
    Eigen::MatrixXd gradient = (torques_at(displaced, k, small_turn, dynamics, workspace) -
                                torques_at(displaced, k, -small_turn, dynamics, workspace)) /
                               (2 * small_turn);
    for (Eigen::Index j = 0; j < dof; ++j)
      gradient.col(j) =
          weights[j] * nuisances[static_cast<std::size_t>(j)].rest(Eigen::VectorXd(gradient.col(j)));
    const double square = gradient.squaredNorm();
    if (!(square > 1e-20 * static_cast<double>(count))) continue;
    const double offset = (gradient.array() * residuals.array()).sum() / square;
    const Eigen::MatrixXd rest = residuals - offset * gradient;
    const double left = rest.squaredNorm();
    if (left >= least) continue;
    least = left;
    // Scores of all joints in a row are one, as they share the moment.
    double sum = 0;
    constexpr Eigen::Index blocks = 16;
    for (Eigen::Index b = 0; b < blocks; ++b) {
      const Eigen::Index from = count * b / blocks, to = count * (b + 1) / blocks;
      const double score =
          (gradient.middleRows(from, to - from).array() * rest.middleRows(from, to - from).array()).sum();
      sum += score * score;
    }
    const double error = std::sqrt(sum * blocks / (blocks - 1)) / square;
    ZeroError found{static_cast<std::size_t>(k), offset, error > 0 ? offset / error : 1e9, 0, 0};
    for (Eigen::Index j = 0; j < dof; ++j) {
      const double part = weights[j] > 0 ? 1 - rest.col(j).squaredNorm() : 0;
      if (part > found.part) found.part = part, found.most = static_cast<std::size_t>(j);
    }
    best = found;
  }
  return best;
}

}  // namespace invdyn
