#include "drive_gains.h"

#include <algorithm>
#include <cmath>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/pseudo_inertia.h"
#include "identification.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Equations without the unknowns of each joint by itself: of joint j, y = gain_j (known + shared s). Their
// columns are the known torque, all shared ones, and y; what a joint does not have is 0.
struct Reduced {
  Index shared;
  std::vector<Stretch> stretches;
  std::vector<double> freedom;  // of each joint, part of its rows

  Reduced(const LogEquations& equations, const GainColumns& columns)
      : shared(static_cast<Index>(columns.columns.size() - columns.own) - 1), stretches(equations.stretches) {
    const std::vector<JointEquations> all = joined(equations);
    for (std::size_t j = 0; j < all.size(); ++j) {
      std::vector<Index> own;
      std::vector<std::pair<Index, Index>> others;  // column of the joint, of the result
      const std::vector<Index>& of_joint = equations.columns_of[j];
      for (std::size_t k = 0; k < of_joint.size(); ++k) {
        const Index to = of_joint[k] - static_cast<Index>(columns.own);
        if (to < 0)
          own.push_back(static_cast<Index>(k));
        else
          others.emplace_back(static_cast<Index>(k), to);
      }
      others.emplace_back(static_cast<Index>(of_joint.size()), shared + 1);
      const auto placed = [&](const MatrixXd& triangle) {
        MatrixXd result = MatrixXd::Zero(triangle.rows(), shared + 2);
        for (const auto& [from, to] : others) result.col(to) = triangle.col(from);
        return result;
      };
      freedom.push_back(1 - static_cast<double>(own.size()) / std::max(1.0, all[j].rows));
      if (all[j].triangle.rows() == 0) continue;
      const MatrixXd A = all[j].triangle(Eigen::all, own), b = placed(all[j].triangle);
      const VectorXd scale = A.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
      MatrixXd parts(A.cols(), b.cols());
      for (Index k = 0; k < b.cols(); ++k)
        parts.col(k) = scale.cwiseProduct(least_squares(A * scale.asDiagonal(), b.col(k)));
      for (Stretch& stretch : stretches)
        if (MatrixXd& triangle = stretch.joints[j].triangle; triangle.rows() > 0)
          triangle = MatrixXd(placed(triangle) - triangle(Eigen::all, own) * parts);
    }
  }

  // Linear in gains and s near these values, with a column for each gain, then the shared ones.
  LogEquations near(const VectorXd& gains, const VectorXd& s) const {
    const Index joints = gains.size();
    LogEquations result{std::vector<FitColumn>(static_cast<std::size_t>(joints + shared)), {}, stretches};
    for (Index j = 0; j < joints; ++j) {
      std::vector<Index>& columns = result.columns_of.emplace_back(1, j);
      for (Index k = 0; k < shared; ++k) columns.push_back(joints + k);
      for (Stretch& stretch : result.stretches) {
        MatrixXd& triangle = stretch.joints[static_cast<std::size_t>(j)].triangle;
        if (triangle.rows() == 0) continue;
        const VectorXd of_shared = triangle.middleCols(1, shared) * s;
        triangle.col(0) += of_shared;
        triangle.middleCols(1, shared) *= gains[j];
        triangle.col(shared + 1) += gains[j] * of_shared;
      }
    }
    return result;
  }

  // s by equations that are linear in s and 1 / gain: known = y / gain - shared s.
  VectorXd first_shared() const {
    const auto joints = static_cast<Index>(freedom.size());
    LogEquations all{{}, std::vector<std::vector<Index>>(freedom.size()), stretches};
    std::vector<JointEquations> sums = joined(all);
    MatrixXd A(0, joints + shared + 1);
    for (Index j = 0; j < joints; ++j) {
      const MatrixXd& triangle = sums[static_cast<std::size_t>(j)].triangle;
      if (triangle.rows() == 0) continue;
      MatrixXd rows = MatrixXd::Zero(triangle.rows(), A.cols());
      rows.col(j) = triangle.col(shared + 1);
      rows.middleCols(joints, shared) = -triangle.middleCols(1, shared);
      rows.rightCols(1) = triangle.col(0);
      A.conservativeResize(A.rows() + rows.rows(), Eigen::NoChange);
      A.bottomRows(rows.rows()) = rows;
    }
    const VectorXd scale =
        A.leftCols(joints + shared).colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
    const VectorXd x = least_squares(A.leftCols(joints + shared) * scale.asDiagonal(), A.rightCols(1));
    return scale.cwiseProduct(x).tail(shared);
  }
};

}  // namespace

GainColumns gains_of_payload(std::vector<FitColumn> columns, std::size_t joint, const MassProperties& payload,
                             bool is_mass_alone) {
  GainColumns result{std::move(columns), 0, false, {}};
  result.own = result.columns.size();
  const auto column_of = [&](Index parameter, double value) {
    FitColumn column;
    column.part = FitPart::payload;
    column.parts = {{static_cast<Index>(parameters_per_joint * joint) + parameter, value}};
    return column;
  };
  const LinkParameters p = link_parameters(payload);
  FitColumn known = column_of(0, p[0]);
  for (Index k = 1; k < p.size(); ++k)
    if (p[k] != 0 && !is_mass_alone) known.parts.push_back(column_of(k, p[k]).parts.front());
  result.columns.push_back(known);
  for (Index k = 1; k < p.size() && is_mass_alone; ++k) result.columns.push_back(column_of(k, 1));
  return result;
}

GainColumns gains_of_links(std::vector<FitColumn> columns, const Regressor& regressor,
                           const LinkErrors& errors) {
  GainColumns result{std::move(columns), 0, true, errors.covariance};
  result.own = result.columns.size();
  FitColumn known;
  for (Index k = 0; k < regressor.values().size(); ++k)
    if (k % Index{parameters_per_joint} < Index{parameters_per_link} && regressor.values()[k] != 0)
      known.parts.emplace_back(k, regressor.values()[k]);
  if (known.parts.empty()) known.parts.emplace_back(0, 0);
  result.columns.push_back(known);
  result.columns.insert(result.columns.end(), errors.columns.begin(), errors.columns.end());
  return result;
}

// Gauss-Newton: each fit is linear near the values of the one before.
std::vector<Gain> gains(const LogEquations& equations, const GainColumns& columns) {
  const Reduced reduced(equations, columns);
  const auto joints = static_cast<Index>(equations.joints());
  const Index shared = reduced.shared;
  const bool fits_shared = columns.covariance.size() == 0;
  VectorXd gain = VectorXd::Ones(joints), s = VectorXd::Zero(shared);
  if (fits_shared && shared > 0) s = reduced.first_shared();
  const Model model{{},
                    MatrixXd::Identity(joints + shared, fits_shared ? joints + shared : joints),
                    std::vector<FitColumn>(static_cast<std::size_t>(fits_shared ? joints + shared : joints))};
  LogEquations linear;
  ModelFit fit;
  constexpr int max_rounds = 30;
  for (int round = 0; round < max_rounds; ++round) {
    linear = reduced.near(gain, s);
    fit = LeastSquares(linear).fit(joined(linear), model);
    const VectorXd before = gain;
    gain = fit.unknowns.head(joints).array() + (columns.is_computed ? 1 : 0);
    if (fits_shared) s = fit.unknowns.tail(shared);
    if ((gain - before).norm() <= 1e-10 * gain.norm()) break;
  }
  Uncertainty errors = uncertainty(linear, model, fit);
  if (!fits_shared) add_link_errors(errors, model, fit, {{}, columns.covariance});
  const std::vector<JointEquations> all = joined(linear);
  const VectorXd shares = explained(all, LeastSquares(linear).squares(all, model.basis * fit.unknowns));
  std::vector<Gain> result;
  for (Index j = 0; j < joints; ++j) {
    const double freedom = reduced.freedom[static_cast<std::size_t>(j)];
    const bool is_determined = fit.weighted.col(j).norm() > 0 && !fit.is_weak(j) && freedom > 0;
    result.push_back(is_determined ? Gain{gain[j], errors.half_width[j] / std::sqrt(freedom), shares[j]}
                                   : Gain{NAN, NAN, shares[j]});
  }
  return result;
}

}  // namespace invdyn
