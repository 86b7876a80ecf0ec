#include "drive_gains.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "../../ground/matrix/decompositions.h"
#include "../../robot/model/pseudo_inertia.h"
#include "identification.h"
#include "student.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double same_part = 1e-3;  // relative difference of gains that nobody minds

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
    if (columns.shared.size() > 0) know(columns.shared);
  }

  // The shared ones are a part of the known torque.
  void know(const VectorXd& s) {
    for (Stretch& stretch : stretches)
      for (JointEquations& joint : stretch.joints) {
        if (joint.triangle.rows() == 0) continue;
        MatrixXd known(joint.triangle.rows(), 2);
        known << joint.triangle.col(0) + joint.triangle.middleCols(1, shared) * s,
            joint.triangle.col(shared + 1);
        joint.triangle = std::move(known);
      }
    shared = 0;
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
  GainColumns result{std::move(columns)};
  result.own = result.columns.size();
  const auto column_of = [&](Index parameter, double value) {
    FitColumn column;
    column.part = FitPart::payload;
    column.parts = {{static_cast<Index>(parameters_per_joint * joint) + parameter, value}};
    return column;
  };
  const LinkParameters p = link_parameters(payload);
  result.columns.push_back(column_of(0, p[0]));
  for (Index k = 1; k < p.size(); ++k) result.columns.push_back(column_of(k, 1));
  if (!is_mass_alone) result.shared = p.tail(p.size() - 1);
  return result;
}

GainColumns gains_of_links(std::vector<FitColumn> columns, const Regressor& regressor,
                           const LinkErrors& errors) {
  GainColumns result{.columns = std::move(columns), .is_computed = true, .covariance = errors.covariance};
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

std::vector<std::size_t> doubtful_gains(const std::vector<Gain>& gains, const std::vector<Gain>& of_mass) {
  constexpr double clearly = 1.5;  // half-widths, which are about two standard errors of the difference
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < gains.size(); ++j)
    if (const double difference = std::abs(gains[j].value - of_mass[j].value);
        difference > clearly * of_mass[j].half_width && difference > same_part * std::abs(gains[j].value))
      joints.push_back(j);
  return joints;
}

// The variance of random effects [DerSimonian & Laird 1986].
GainSpread spread_of(const std::vector<Gain>& gains) {
  constexpr double normal = 1.96;  // half-widths are of 95 %
  GainSpread result;
  double count = 0, sum = 0, weights = 0, squares = 0, chi = 0;
  const auto each = [&](auto use) {
    for (std::size_t j = 0; j < gains.size(); ++j)
      if (const auto& [value, half, explained] = gains[j]; std::abs(value) > half && half > 0)
        use(j, value, normal * normal / (half * half));
  };
  each([&](std::size_t j, double value, double weight) {
    if (count == 0 || value < gains[result.smallest].value) result.smallest = j;
    if (count == 0 || value > gains[result.largest].value) result.largest = j;
    ++count, sum += weight * value, weights += weight, squares += weight * weight;
  });
  if (count < 2) return result;
  result.mean = sum / weights, result.freedom = count - 1;
  each([&](std::size_t, double value, double weight) {
    chi += weight * (value - result.mean) * (value - result.mean);
  });
  const double by_chance = result.freedom + 2.5 * std::sqrt(2 * result.freedom);
  if (chi > by_chance) result.deviation = std::sqrt((chi - result.freedom) / (weights - squares / weights));
  if (result.deviation < same_part * std::abs(result.mean)) result.deviation = 0;
  return result;
}

std::vector<Gain> masses_seen(const LogEquations& equations) {
  std::vector<std::size_t> order, of_payload;
  std::optional<std::size_t> mass;
  for (std::size_t k = 0; k < equations.columns.size(); ++k) {
    const FitColumn& column = equations.columns[k];
    if (column.part != FitPart::payload)
      order.push_back(k);
    else if (column.combination.size() == 1 && column.parts.front().first % Index{parameters_per_joint} == 0)
      mass = k;
    else
      of_payload.push_back(k);
  }
  if (!mass) return {};
  GainColumns columns{.own = order.size()};
  order.push_back(*mass);
  order.insert(order.end(), of_payload.begin(), of_payload.end());
  LogEquations ordered{{}, equations.columns_of, equations.stretches};
  std::vector<Index> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    columns.columns.push_back(equations.columns[order[k]]);
    place[order[k]] = static_cast<Index>(k);
  }
  for (std::vector<Index>& own : ordered.columns_of)
    for (Index& each : own) each = place[static_cast<std::size_t>(each)];
  return gains(ordered, columns);
}

// A joint whose gain is 1 + e measures e times the torque of its links more; friction is its own.
void add_gain_errors(Uncertainty& uncertainty, const LogEquations& equations, const Model& model,
                     const ModelFit& fit, const GainSpread& spread) {
  if (spread.deviation == 0) return;
  const Index count = model.basis.rows();
  VectorXd values = VectorXd::Zero(count);
  for (Index k = 0; k < count; ++k)
    if (const FitColumn& column = equations.columns[static_cast<std::size_t>(k)];
        column.part == FitPart::links || column.part == FitPart::payload)
      values[k] = column.value + fit.change[k];
  const MatrixXd A = fit.weighted.leftCols(count) * model.basis;
  const VectorXd scale = A.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
  const SingularValues svd = singular_value_decomposition(A * scale.asDiagonal(), SideV::thin);
  const MatrixXd L =
      scale.asDiagonal() * svd.V.leftCols(fit.rank) * svd.values.head(fit.rank).cwiseInverse().asDiagonal();
  const LeastSquares solver(equations);
  const std::vector<JointEquations> all = joined(equations);
  MatrixXd changes(model.basis.cols(), static_cast<Index>(all.size()));
  for (std::size_t j = 0; j < all.size(); ++j) {
    std::vector<JointEquations> one(all.size());
    one[j] = all[j];
    const MatrixXd R = solver.weighted(one, fit.noise).leftCols(count);
    changes.col(static_cast<Index>(j)) = L * (L.transpose() * ((R * model.basis).transpose() * (R * values)));
  }
  for (std::size_t k = 0; k < model.values.size(); ++k)
    if (model.values[k].part != FitPart::payload) changes.row(static_cast<Index>(k)).setZero();
  const double relative = spread.deviation / std::abs(spread.mean);
  const MatrixXd added = relative * relative * changes * changes.transpose();
  for (Index k = 0; k < added.rows(); ++k)
    uncertainty.half_width[k] =
        std::hypot(uncertainty.half_width[k], student_95(spread.freedom) * std::sqrt(added(k, k)));
  uncertainty.covariance += added;
  uncertainty.standard_error = uncertainty.covariance.diagonal().cwiseMax(0).cwiseSqrt();
}

}  // namespace invdyn
