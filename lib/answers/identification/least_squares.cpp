#include "least_squares.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "../../ground/matrix/decompositions.h"
#include "student.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Combinations whose effect is smaller than this part of the largest one are rounding.
constexpr double rounding = 1e-9;

// How much each fit column changes with one of the plain values.
VectorXd columns_with(const std::vector<FitColumn>& columns, const FitColumn& value) {
  const auto count = static_cast<Index>(columns.size());
  VectorXd change = VectorXd::Zero(count);
  for (Index k = 0; k < count; ++k) {
    const FitColumn& column = columns[static_cast<std::size_t>(k)];
    if (column.part == FitPart::payload) continue;
    if (column.name == value.name) return VectorXd::Unit(count, k);
    for (const auto& [parameter, factor] : column.combination)
      if (parameter == value.parts.front().first) change[k] = factor;
  }
  return change;
}

VectorXd column_scale(const MatrixXd& A) {
  return A.colwise().norm().cwiseMax(1e-300).cwiseInverse().transpose();
}

void add_unknown(Model& model, const FitColumn& value, const VectorXd& change) {
  model.values.push_back(value);
  model.basis.conservativeResize(change.size(), model.basis.cols() + 1);
  model.basis.rightCols(1) = change;
}

}  // namespace

std::vector<Model> ladder_of(const std::vector<FitColumn>& columns, const Robot& robot,
                             const Regressor& regressor, const FitChoice& choice) {
  const auto count = static_cast<Index>(columns.size());
  Model model;
  model.dof = robot.dof();
  model.basis.resize(count, 0);
  std::vector<Model> ladder{model};
  const auto add_own = [&](auto is_wanted) {
    for (Index k = 0; k < count; ++k)
      if (const FitColumn& column = columns[static_cast<std::size_t>(k)]; is_wanted(column.part))
        add_unknown(model, column, VectorXd::Unit(count, k));
  };
  if (choice.payload) {
    model.parts.push_back(FitPart::payload);
    add_own([](FitPart part) { return part == FitPart::payload; });
    ladder.push_back(model);
  }
  FitChoice plain;
  plain.friction = choice.friction, plain.offset = choice.offset, plain.rotor = choice.rotor;
  const std::vector<FitColumn> values = fit_columns(robot, regressor, plain).columns;
  for (const FitPart part :
       {FitPart::friction, FitPart::offset, FitPart::rotor, FitPart::load, FitPart::curve, FitPart::delay}) {
    if (part == FitPart::curve || part == FitPart::load || part == FitPart::delay) {
      const Index before = model.basis.cols();
      add_own([part](FitPart each) { return each == part; });
      if (model.basis.cols() == before) continue;
      model.parts.push_back(part);
      ladder.push_back(model);
      continue;
    }
    if (std::none_of(values.begin(), values.end(), [&](const FitColumn& each) { return each.part == part; }))
      continue;
    model.parts.push_back(part);
    for (const FitColumn& value : values)
      if (value.part == part) add_unknown(model, value, columns_with(columns, value));
    ladder.push_back(model);
  }
  if (!choice.links) return ladder;
  model.parts.push_back(FitPart::links);
  model.values.clear();
  model.basis.resize(count, 0);
  add_own([](FitPart) { return true; });
  ladder.push_back(model);
  return ladder;
}

std::vector<JointEquations> joined(const LogEquations& equations, const std::vector<std::size_t>& stretches) {
  std::vector<JointEquations> joints(equations.joints());
  for (const std::size_t i : stretches)
    for (std::size_t j = 0; j < joints.size(); ++j) joints[j].add(equations.stretches[i].joints[j]);
  return joints;
}

std::vector<JointEquations> joined(const LogEquations& equations) {
  std::vector<std::size_t> all(equations.stretches.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return joined(equations, all);
}

VectorXd LeastSquares::squares(const std::vector<JointEquations>& joints, const VectorXd& change) const {
  VectorXd result(static_cast<Index>(joints.size()));
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const MatrixXd& T = joints[j].triangle;
    const Index y = T.cols() - 1;
    const VectorXd x = change(equations_.columns_of[j]);
    result[static_cast<Index>(j)] = T.rows() == 0 ? 0 : (T.leftCols(y) * x - T.col(y)).squaredNorm();
  }
  return result;
}

MatrixXd LeastSquares::weighted(const std::vector<JointEquations>& joints, const VectorXd& noise) const {
  const auto count = static_cast<Index>(equations_.columns.size());
  Index rows = 0;
  for (const JointEquations& joint : joints) rows += joint.triangle.rows();
  MatrixXd all = MatrixXd::Zero(rows, count + 1);
  Index at = 0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const MatrixXd& T = joints[j].triangle;
    std::vector<Index> columns = equations_.columns_of[j];
    columns.push_back(count);
    for (std::size_t k = 0; k < columns.size() && T.rows() > 0; ++k)
      all.col(columns[k]).segment(at, T.rows()) = T.col(static_cast<Index>(k)) / noise[static_cast<Index>(j)];
    at += T.rows();
  }
  return triangle_of(std::move(all));
}

VectorXd LeastSquares::noise(const std::vector<JointEquations>& joints, const VectorXd& change) const {
  // Far below every noise: residuals of a perfect model would otherwise give one joint all the weight.
  constexpr double smallest = 1e-7;
  VectorXd sigma = squares(joints, change);
  for (Index j = 0; j < sigma.size(); ++j) {
    const JointEquations& joint = joints[static_cast<std::size_t>(j)];
    const double rows = std::max(1.0, joint.rows), floor = smallest * std::sqrt(joint.squares / rows);
    sigma[j] = std::max(floor > 0 ? floor : 1, std::sqrt(sigma[j] / rows));
  }
  return sigma;
}

ModelFit LeastSquares::fit(const std::vector<JointEquations>& joints, const Model& model,
                           const VectorXd& noise) const {
  const auto count = static_cast<Index>(equations_.columns.size());
  ModelFit result;
  result.noise = noise;
  result.weighted = weighted(joints, noise);
  result.change = VectorXd::Zero(count);
  if (model.basis.cols() == 0) return result;
  const MatrixXd A = result.weighted.leftCols(count) * model.basis;
  const VectorXd scale = column_scale(A);
  result.unknowns =
      scale.cwiseProduct(least_squares(A * scale.asDiagonal(), result.weighted.col(count), rounding));
  result.change = model.basis * result.unknowns;
  return result;
}

ModelFit LeastSquares::fit(const std::vector<JointEquations>& joints, const Model& model) const {
  const Index unknowns = model.basis.cols();
  constexpr int max_rounds = 6;
  constexpr double little = 1e-3;  // change of the noise: weights hardly change the fit
  ModelFit result;
  VectorXd sigma = noise(joints, VectorXd::Zero(static_cast<Index>(equations_.columns.size())));
  for (int round = 0; round < max_rounds; ++round) {
    result = fit(joints, model, sigma);
    sigma = noise(joints, result.change);
    if (((sigma - result.noise).cwiseAbs().array() < little * result.noise.array()).all()) break;
  }
  result.noise = sigma;
  if (unknowns == 0) return result;
  const MatrixXd A = result.weighted.leftCols(model.basis.rows()) * model.basis;
  const SingularValues svd = singular_value_decomposition(A * column_scale(A).asDiagonal(), SideV::thin);
  const VectorXd& s = svd.values;
  while (result.rank < s.size() && s[result.rank] > rounding * s[0]) ++result.rank;
  result.condition = s.size() < unknowns || s[s.size() - 1] == 0 ? HUGE_VAL : s[0] / s[s.size() - 1];
  result.weak = svd.V.rightCols(svd.V.cols() - result.rank);
  return result;
}

namespace {

// A fit's unknowns in units of their columns' lengths, and the combinations that the data determine.
struct Scaled {
  VectorXd scale;
  MatrixXd L, M;  // M = L L' = inv(A' A)

  Scaled(const Model& model, const ModelFit& fit) {
    const MatrixXd A = fit.weighted.leftCols(model.basis.rows()) * model.basis;
    scale = column_scale(A);
    const SingularValues svd = singular_value_decomposition(A * scale.asDiagonal(), SideV::thin);
    L = svd.V.leftCols(fit.rank) * svd.values.head(fit.rank).cwiseInverse().asDiagonal();
    M = L * L.transpose();
  }
};

// Stretches next to each other are a cluster: `of_each` of them, of one log.
std::vector<std::vector<std::size_t>> clusters_of(const LogEquations& equations, std::size_t of_each) {
  std::vector<std::vector<std::size_t>> clusters;
  for (std::size_t i = 0; i < equations.stretches.size(); ++i) {
    if (clusters.empty() || clusters.back().size() == of_each ||
        equations.stretches[clusters.back().back()].log != equations.stretches[i].log)
      clusters.emplace_back();
    clusters.back().push_back(i);
  }
  return clusters;
}

// The estimate of the covariance from clusters of one length. With a cluster's equations Q R and
// S = R M R', D = (1 - S)^(-1/2) corrects its residuals for the share that the fit took from them.
struct Clustered {
  std::vector<MatrixXd> DR;  // of each cluster
  MatrixXd covariance;       // of the scaled unknowns

  Clustered(const LogEquations& equations, std::size_t of_each, const Model& model, const ModelFit& fit,
            const Scaled& scaled) {
    const LeastSquares solver(equations);
    const Index unknowns = model.basis.cols(), count = model.basis.rows();
    MatrixXd meat = MatrixXd::Zero(unknowns, unknowns);
    for (const std::vector<std::size_t>& stretches : clusters_of(equations, of_each)) {
      const MatrixXd weighted = solver.weighted(joined(equations, stretches), fit.noise);
      const MatrixXd R = weighted.leftCols(count) * model.basis * scaled.scale.asDiagonal();
      const VectorXd e = weighted.col(count) - R * fit.unknowns.cwiseQuotient(scaled.scale);
      const EigenPairs leverage = symmetric_eigenpairs(R * scaled.M * R.transpose());
      constexpr double max_leverage = 1 - 1e-6;  // a cluster that alone determines a combination
      const VectorXd d = (1 - leverage.values.array().min(max_leverage)).rsqrt();
      DR.push_back(leverage.vectors * d.asDiagonal() * leverage.vectors.transpose() * R);
      const VectorXd score = DR.back().transpose() * e;
      meat += score * score.transpose();
    }
    covariance = scaled.M * meat * scaled.M;
  }

  // The degrees of freedom of the estimate of one variance, if residuals are independent and normal.
  double freedom(const Scaled& scaled, Index unknown) const {
    const auto size = static_cast<Index>(DR.size());
    VectorXd own(size);
    MatrixXd shared(scaled.L.cols(), size);
    for (Index b = 0; b < size; ++b) {
      const MatrixXd& cluster = DR[static_cast<std::size_t>(b)];
      const VectorXd s = cluster * scaled.M.col(unknown);
      own[b] = s.squaredNorm();
      shared.col(b) = scaled.L.transpose() * (cluster.transpose() * s);
    }
    MatrixXd G = -(shared.transpose() * shared);
    G.diagonal() += own;
    const double trace = G.trace(), squares = G.squaredNorm();
    return squares > 0 ? std::max(1.0, trace * trace / squares) : 1;
  }
};

double mean_ratio(const VectorXd& above, const VectorXd& below) {
  double sum = 0;
  for (Index i = 0; i < above.size(); ++i) sum += below[i] > 0 ? above[i] / below[i] : 1;
  return sum / static_cast<double>(above.size());
}

}  // namespace

// Clusters of twice the length hold more of the dependence between rows. The length grows until that changes
// little; what is still missing falls as 1 / length, so twice the change is added.
Uncertainty uncertainty(const LogEquations& equations, const Model& model, const ModelFit& fit) {
  const Index unknowns = model.basis.cols();
  if (unknowns == 0) return {};
  const Scaled scaled(model, fit);
  constexpr std::size_t max_clusters = 128, min_clusters = 16;
  constexpr double little = 0.15;
  const std::size_t stretches = equations.stretches.size();
  std::size_t of_each = (stretches + max_clusters - 1) / max_clusters;
  Clustered best(equations, of_each, model, fit, scaled);
  double missing = 0;
  while (clusters_of(equations, 2 * of_each).size() >= min_clusters) {
    Clustered longer(equations, 2 * of_each, model, fit, scaled);
    const double change = mean_ratio(longer.covariance.diagonal(), best.covariance.diagonal()) - 1;
    missing = std::max(0.0, 2 * change);
    if (change < little) break;
    best = std::move(longer);
    of_each *= 2;
    missing = std::max(0.0, change);
  }
  Uncertainty result;
  result.covariance = (1 + missing) * scaled.scale.asDiagonal() * best.covariance * scaled.scale.asDiagonal();
  result.standard_error = result.covariance.diagonal().cwiseMax(0).cwiseSqrt();
  result.half_width.resize(unknowns);
  for (Index i = 0; i < unknowns; ++i)
    result.half_width[i] = student_95(best.freedom(scaled, i)) * result.standard_error[i];
  return result;
}

}  // namespace invdyn
