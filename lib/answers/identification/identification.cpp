#include "identification.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Joints = std::vector<JointEquations>;

constexpr std::size_t max_folds = 10;

// Parts of the logs, in the order of time, with about as many stretches each.
std::vector<Joints> folds_of(const LogEquations& equations, std::size_t max_count) {
  const std::size_t count = equations.stretches.size(), folds = std::min(max_count, count);
  std::vector<Joints> result;
  for (std::size_t i = 0; i < folds; ++i) {
    std::vector<std::size_t> stretches;
    for (std::size_t k = count * i / folds; k < count * (i + 1) / folds; ++k) stretches.push_back(k);
    result.push_back(joined(equations, stretches));
  }
  return result;
}

Joints without(const std::vector<Joints>& folds, std::size_t left_out) {
  Joints rest(folds.front().size());
  for (std::size_t i = 0; i < folds.size(); ++i)
    for (std::size_t j = 0; j < rest.size() && i != left_out; ++j) rest[j].add(folds[i][j]);
  return rest;
}

// The squared residuals of rows that a model has not seen: a column for each fold.
MatrixXd held_out_squares(const LeastSquares& solver, const Model& model, const std::vector<Joints>& folds,
                          const std::vector<Joints>& rests) {
  MatrixXd squares(static_cast<Index>(folds.front().size()), static_cast<Index>(folds.size()));
  for (std::size_t i = 0; i < folds.size(); ++i)
    squares.col(static_cast<Index>(i)) = solver.squares(folds[i], solver.fit(rests[i], model).change);
  return squares;
}

Joints sum_of(const std::vector<Joints>& folds) {
  return without(folds, folds.size());
}

// Whether the second model is better by more than the standard error of the mean of all folds.
bool is_better(const MatrixXd& squares, const MatrixXd& than, const VectorXd& noise) {
  const VectorXd weight = noise.cwiseAbs2().cwiseInverse();
  const VectorXd gain = (than - squares).transpose() * weight;
  const auto folds = static_cast<double>(gain.size());
  const double mean = gain.mean();
  const double deviation =
      folds > 1 ? std::sqrt((gain.array() - mean).square().sum() / (folds - 1) / folds) : 0;
  return mean > deviation;
}

// Whether the nearest robot that can exist explains the rows about as well as the fit.
bool explains_alike(const LeastSquares& solver, const Joints& joints, const ModelFit& fit,
                    const PossibleRobot& possible) {
  constexpr double little = 1.2;  // times the squares
  double rows = 0;
  for (const JointEquations& joint : joints) rows += joint.rows;
  return fit.noise.cwiseAbs2().cwiseInverse().dot(solver.squares(joints, possible.change)) <= little * rows;
}

void expect_enough(const Joints& joints, std::size_t unknowns, const std::string& place) {
  std::size_t rows = 0;
  for (const JointEquations& joint : joints) rows += static_cast<std::size_t>(joint.rows);
  if (rows < 2 * unknowns)
    throw Error(place, "gives " + counted(rows, "equation") + " for " + counted(unknowns, "unknown") +
                           ": expected at least " + std::to_string(2 * unknowns) +
                           ", from longer logs, a shorter `average` or fewer parts in `fit`");
  if (std::all_of(joints.begin(), joints.end(), [](const JointEquations& joint) {
        return joint.squares - joint.sum * joint.sum / std::max(1.0, joint.weight) <= 1e-18 * joint.squares;
      }))
    throw Error(place, "has measured torques that never change: expected a log of a robot in motion");
}

}  // namespace

VectorXd explained(const Joints& joints, const VectorXd& squares) {
  VectorXd result(squares.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const JointEquations& joint = joints[j];
    const double all = joint.squares - joint.sum * joint.sum / std::max(1.0, joint.weight);
    const double rest = squares[static_cast<Index>(j)], rounding = 1e-14 * joint.squares;
    result[static_cast<Index>(j)] = all > rounding ? 1 - rest / all : rest > rounding ? -HUGE_VAL : 1;
  }
  return result;
}

double mean_share(const VectorXd& shares) {
  double sum = 0, count = 0;
  for (const double share : shares) {
    if (!std::isfinite(share)) continue;
    sum += share;
    ++count;
  }
  return count > 0 ? sum / count : NAN;
}

Identification identify(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
                        const LogEquations* held_out, const FitChoice& choice, const std::string& place) {
  const LeastSquares solver(equations);
  const Joints all = joined(equations);
  Identification result;
  std::vector<Model> models = ladder_of(equations.columns, robot, regressor, choice);
  expect_enough(all, static_cast<std::size_t>(models.back().basis.cols()), place);
  const std::vector<Joints> folds =
      held_out ? folds_of(*held_out, max_folds) : folds_of(equations, max_folds);
  std::vector<Joints> rests;
  for (std::size_t i = 0; i < folds.size(); ++i) rests.push_back(held_out ? all : without(folds, i));
  const Joints tested = sum_of(folds);
  result.folds = held_out ? 0 : folds.size();

  std::vector<MatrixXd> squares;
  for (Model& model : models) {
    Rung rung{std::move(model), {}, {}, {}};
    rung.fit = solver.fit(all, rung.model);
    rung.explained = explained(all, solver.squares(all, rung.fit.change));
    squares.push_back(held_out_squares(solver, rung.model, folds, rests));
    rung.held_out = explained(tested, squares.back().rowwise().sum());
    result.ladder.push_back(std::move(rung));
  }
  const VectorXd& noise = result.ladder.back().fit.noise;
  // A rotor that would be negative stands for lighter links, which the next model has.
  const auto can_exist = [&](const Rung& rung) {
    return explains_alike(solver, all, rung.fit,
                          possible_robot(robot, regressor, equations.columns, rung.model, rung.fit, choice));
  };
  for (std::size_t i = 1; i < result.ladder.size(); ++i) {
    const bool is_last = i + 1 == result.ladder.size();
    if (is_better(squares[i], squares[result.chosen], noise) && (is_last || can_exist(result.ladder[i])))
      result.chosen = i;
  }

  const Rung& chosen = result.ladder[result.chosen];
  result.uncertainty = uncertainty(equations, chosen.model, chosen.fit);
  const auto rms = [&](const VectorXd& rest) {
    VectorXd values(rest.size());
    for (Index j = 0; j < rest.size(); ++j)
      values[j] = std::sqrt(rest[j] / std::max(1.0, all[static_cast<std::size_t>(j)].weight));
    return values;
  };
  result.rms_before = rms(solver.squares(all, VectorXd::Zero(static_cast<Index>(equations.columns.size()))));
  result.possible = possible_robot(robot, regressor, equations.columns, chosen.model, chosen.fit, choice);
  const VectorXd rest = solver.squares(all, result.possible->change);
  result.rms_after = rms(rest);
  result.explained_after = explained(all, rest);
  if (held_out) result.held_out_after = explained(tested, solver.squares(tested, result.possible->change));
  return result;
}

}  // namespace invdyn
