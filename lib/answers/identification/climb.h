#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "identification.h"

namespace invdyn {

/// A part of the sum of squared torques that rounding may make.
inline constexpr double negligible = 1e-18;

/// The sum of squares of a joint's measured torques about their mean.
double variance_of(const JointEquations& joint);

/// Fits models and compares what the robots that they write predict.
class Climb {
 public:
  Climb(const Robot& robot, const Regressor& regressor, const LogEquations& equations,
        const LogEquations* held_out, const FitChoice& choice, const LinkErrors& errors, std::size_t threads);

  const std::vector<JointEquations>& all() const { return all_; }
  std::size_t folds() const { return is_of_others_ ? 0 : folds_.size(); }

  Rung rung(const Model& model) const;
  ModelFit fit(const Model& model) const { return solver_.fit(all_, model); }
  Uncertainty errors_of(const Model& model, const ModelFit& fit) const {
    Uncertainty result = uncertainty(equations_, model, fit);
    if (!errors_.columns.empty()) add_link_errors(result, model, fit, errors_);
    return result;
  }
  /// Squared residuals of rows that were held out, as in a rung, but of the fits, whether or not a robot can
  /// be so. It takes a tenth of the time.
  Eigen::MatrixXd squares_of_fits(const Model& model, const Eigen::VectorXd& noise) const;
  bool is_better(const Rung& rung, const Rung& than) const;
  /// Whether the fits of a model do better than those of another robot to the same logs.
  bool is_better(const Model& model, const Climb& other, const Model& than) const;
  bool is_better(const Eigen::MatrixXd& squares, const Eigen::MatrixXd& than, std::size_t joint) const;
  /// Whether a curve or friction of the load is taken: it must be better by two standard errors, and explain
  /// a torque that is not small, as filters bend motions a little.
  bool is_considerable(const Eigen::MatrixXd& squares, const Eigen::MatrixXd& than, std::size_t joint) const;
  /// Whether a part of one joint is taken.
  bool is_taken(FitPart part, const Eigen::MatrixXd& squares, const Eigen::MatrixXd& than,
                std::size_t joint) const {
    const bool is_of_gears = part == FitPart::curve || part == FitPart::load;
    return is_of_gears ? is_considerable(squares, than, joint) : is_better(squares, than, joint);
  }
  /// Whether the squares of a joint are larger by more than two standard errors.
  bool is_worse(const Eigen::MatrixXd& squares, const Eigen::MatrixXd& than, std::size_t joint) const;
  /// The joints that get worse than with the robot's file.
  std::vector<std::size_t> worse(const Rung& rung, const Rung& file) const;
  std::string excess_of(const Rung& rung) const;
  std::string loss_of(const Rung& rung, const Rung& file) const;

 private:
  Eigen::MatrixXd squares_held_out(const std::function<Eigen::VectorXd(std::size_t fold)>& change) const;
  PossibleRobot possible(const Model& model, const ModelFit& fit) const {
    return possible_robot(robot_, regressor_, equations_.columns, model, fit, choice_);
  }
  // Of the parts that were held out and have rows of this joint.
  std::vector<double> gains(const Eigen::MatrixXd& squares, const Eigen::MatrixXd& than,
                            std::size_t joint) const {
    std::vector<double> result;
    const auto at = static_cast<Eigen::Index>(joint);
    for (std::size_t i = 0; i < folds_.size(); ++i)
      if (const auto fold = static_cast<Eigen::Index>(i); folds_[i][joint].rows > 0)
        result.push_back(than(at, fold) - squares(at, fold));
    return result;
  }

  const Robot& robot_;
  const Regressor& regressor_;
  const LogEquations& equations_;
  const FitChoice& choice_;
  const LinkErrors& errors_;
  std::size_t threads_;
  LeastSquares solver_;
  std::vector<JointEquations> all_;
  bool is_of_others_;
  std::vector<std::vector<JointEquations>> folds_, rests_;
  std::vector<JointEquations> tested_;
};

}  // namespace invdyn
