#include "climb.h"

#include <algorithm>
#include <cmath>

#include "../../ground/base/wording.h"
#include "../../ground/parallel/parallel_for.h"

namespace invdyn {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Joints = std::vector<JointEquations>;

constexpr std::size_t max_folds = 10;
constexpr double share_of_rounding = 1e-10;  // of a joint's variance

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

Joints sum_of(const std::vector<Joints>& folds) {
  return without(folds, folds.size());
}

// A mean, and its standard error.
struct Mean {
  double value = 0, error = 0;

  explicit Mean(const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    if (values.empty()) return;
    for (const double each : values) value += each / count;
    if (values.size() < 2) return;
    for (const double each : values) error += (each - value) * (each - value);
    error = std::sqrt(error / (count - 1) / count);
  }
};

}  // namespace

double variance_of(const JointEquations& joint) {
  return joint.squares - joint.sum * joint.sum / std::max(1.0, joint.weight);
}

Climb::Climb(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
             const LogEquations* held_out, const FitChoice& choice, const LinkErrors& errors,
             std::size_t threads)
    : robot_(robot),
      regressor_(regressor),
      equations_(equations),
      choice_(choice),
      errors_(errors),
      threads_(threads),
      solver_(equations),
      all_(joined(equations)),
      is_of_others_(held_out),
      folds_(folds_of(held_out ? *held_out : equations, max_folds)),
      tested_(sum_of(folds_)) {
  if (held_out) return;
  for (std::size_t i = 0; i < folds_.size(); ++i) rests_.push_back(without(folds_, i));
}

MatrixXd Climb::squares_held_out(const std::function<VectorXd(std::size_t fold)>& change) const {
  MatrixXd squares(static_cast<Index>(all_.size()), static_cast<Index>(folds_.size()));
  parallel_for(folds_.size(), threads_, [&](std::size_t fold) {
    squares.col(static_cast<Index>(fold)) = solver_.squares(folds_[fold], change(fold));
  });
  return squares;
}

Rung Climb::rung(const Model& model) const {
  ModelFit fit = solver_.fit(all_, model);
  PossibleRobot written = possible(model, fit);
  MatrixXd squares = squares_held_out([&](std::size_t fold) {
    return is_of_others_ ? written.change
                         : possible(model, solver_.fit(rests_[fold], model, fit.noise)).change;
  });
  const VectorXd fitted = explained(all_, solver_.squares(all_, written.change)),
                 unseen = explained(tested_, squares.rowwise().sum());
  return {model, std::move(fit), std::move(written), fitted, unseen, std::move(squares), {}};
}

MatrixXd Climb::squares_of_fits(const Model& model, const VectorXd& noise) const {
  return squares_held_out([&](std::size_t fold) {
    return solver_.fit(is_of_others_ ? all_ : rests_[fold], model, noise).change;
  });
}

// Whether the mean share of the variance that is explained is larger by more than its standard error, and by
// more than rounding: squares come from normal equations.
bool Climb::is_better(const Rung& rung, const Rung& than) const {
  std::vector<double> gains(folds_.size(), 0);
  for (std::size_t j = 0; j < all_.size(); ++j)
    if (const auto at = static_cast<Index>(j); std::isfinite(rung.held_out[at] + than.held_out[at]))
      for (std::size_t i = 0; i < folds_.size(); ++i)
        gains[i] += (than.squares - rung.squares)(at, static_cast<Index>(i)) / variance_of(tested_[j]);
  const Mean mean(gains);
  return mean.value > std::max(mean.error, share_of_rounding);
}

// The rows that are left out may differ, and so variances.
bool Climb::is_better(const Model& model, const Climb& other, const Model& than) const {
  const MatrixXd squares = squares_of_fits(model, fit(model).noise),
                 others = other.squares_of_fits(than, other.fit(than).noise);
  std::vector<double> gains(std::min(folds_.size(), other.folds_.size()), 0);
  for (std::size_t j = 0; j < all_.size(); ++j) {
    const double here = variance_of(tested_[j]), there = variance_of(other.tested_[j]);
    if (!(here > 0 && there > 0)) continue;
    const auto at = static_cast<Index>(j);
    for (std::size_t i = 0; i < gains.size(); ++i)
      gains[i] += others(at, static_cast<Index>(i)) / there - squares(at, static_cast<Index>(i)) / here;
  }
  const Mean mean(gains);
  return mean.value > std::max(mean.error, share_of_rounding);
}

// The same of one joint.
bool Climb::is_better(const MatrixXd& squares, const MatrixXd& than, std::size_t joint) const {
  const Mean mean(gains(squares, than, joint));
  return mean.value > mean.error;
}

bool Climb::is_considerable(const MatrixXd& squares, const MatrixXd& than, std::size_t joint) const {
  constexpr double small = 0.01 * 0.01;  // squared part of the deviation of the measured torque
  const auto at = static_cast<Index>(joint);
  return is_worse(than, squares, joint) &&
         than.row(at).sum() - squares.row(at).sum() > small * variance_of(tested_[joint]);
}

bool Climb::is_worse(const MatrixXd& squares, const MatrixXd& than, std::size_t joint) const {
  const Mean loss(gains(than, squares, joint));
  return loss.value > 2 * loss.error;
}

// By more than two standard errors and 2 % of the RMS; rounding of a joint that the file explains is neither.
std::vector<std::size_t> Climb::worse(const Rung& rung, const Rung& file) const {
  constexpr double little = 1.02 * 1.02;  // squared RMS that is 2 % larger
  std::vector<std::size_t> joints;
  for (std::size_t j = 0; j < all_.size(); ++j) {
    const auto at = static_cast<Index>(j);
    if (is_worse(rung.squares, file.squares, j) &&
        rung.squares.row(at).sum() > little * file.squares.row(at).sum() + negligible * tested_[j].squares)
      joints.push_back(j);
  }
  return joints;
}

std::string Climb::loss_of(const Rung& rung, const Rung& file) const {
  std::vector<std::string> joints;
  for (const std::size_t j : worse(rung, file)) {
    const auto at = static_cast<Index>(j);
    const auto rms = [&](const Rung& each) {
      return three_digits(std::sqrt(each.squares.row(at).sum() / std::max(1.0, tested_[j].weight)));
    };
    const std::string unit = robot_.moving_joint(j).is_revolute() ? " N m" : " N";
    joints.push_back(robot_.moving_joint(j).name + " (RMS " + rms(rung) + unit + " with the fit, " +
                     rms(file) + unit + " with the file)");
  }
  return joints.empty()
             ? ""
             : "in rows that the fit did not use, the residuals are larger with the fit than with the "
               "robot's file: " +
                   joined(joints);
}

// Masses that cannot be meant.
std::string Climb::excess_of(const Rung& rung) const {
  constexpr double many = 10;
  std::vector<std::string> links;
  for (std::size_t i = 0; i < robot_.links().size(); ++i) {
    const double before = robot_.links()[i].mass_properties.mass,
                 after = rung.possible.robot.links()[i].mass_properties.mass;
    if (before > 0 && after > many * before)
      links.push_back(robot_.links()[i].name + " (" + three_digits(after) + " kg, but in the file " +
                      three_digits(before) + ")");
  }
  return links.empty() ? "" : "the mass would be more than ten times the file's value for " + joined(links);
}

}  // namespace invdyn
