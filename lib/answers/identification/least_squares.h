#pragma once

#include <Eigen/Core>
#include <vector>

#include "evidence.h"

namespace invdyn {

/// A model with some unknowns x: the fit columns change by basis x.
struct Model {
  std::vector<FitPart> parts;     ///< that it has
  Eigen::MatrixXd basis;          ///< a row for each fit column
  std::vector<FitColumn> values;  ///< the unknowns
  std::size_t dof = 0;            ///< joints of the robot
};

/// The models that add part after part to that of the robot's file, which has no unknowns: payload, friction,
/// offset, rotor, load, curves, delays, links. Rotors alone are unknowns of their own, also where fits of
/// links combine them with links.
std::vector<Model> ladder_of(const std::vector<FitColumn>& columns, const Robot& robot,
                             const Regressor& regressor, const FitChoice& choice);

/// The equations of each joint over several stretches, or over all.
std::vector<JointEquations> joined(const LogEquations& equations, const std::vector<std::size_t>& stretches);
std::vector<JointEquations> joined(const LogEquations& equations);

/// A weighted least-squares fit of a model: each joint counts by its own noise.
struct ModelFit {
  Eigen::VectorXd unknowns;
  Eigen::VectorXd change;    ///< of each fit column
  Eigen::VectorXd noise;     ///< standard deviation of each joint's residual, N m or N
  double condition = 1;      ///< of the unknowns, their columns scaled to length 1; infinite: singular
  Eigen::Index rank = 0;     ///< the number of combinations that the data determine
  Eigen::MatrixXd weak;      ///< combinations that they do not determine, as columns; of scaled unknowns
  Eigen::MatrixXd weighted;  ///< triangle of [A z]: the weighted equations of all fit columns

  /// Whether the data leave it open, alone or in such a combination.
  bool is_weak(Eigen::Index unknown) const { return weak.size() > 0 && weak.row(unknown).norm() > 1e-3; }
};

class LeastSquares {
 public:
  explicit LeastSquares(const LogEquations& equations) : equations_(equations) {}

  /// Weights are found by iteration.
  ModelFit fit(const std::vector<JointEquations>& joints, const Model& model) const;
  /// With these weights, and without condition, rank and weak combinations.
  ModelFit fit(const std::vector<JointEquations>& joints, const Model& model,
               const Eigen::VectorXd& noise) const;
  /// The sum of squared residuals of each joint.
  Eigen::VectorXd squares(const std::vector<JointEquations>& joints, const Eigen::VectorXd& change) const;
  /// [A z] of all fit columns, of joints weighted by 1 / noise, as a triangle.
  Eigen::MatrixXd weighted(const std::vector<JointEquations>& joints, const Eigen::VectorXd& noise) const;

 private:
  Eigen::VectorXd noise(const std::vector<JointEquations>& joints, const Eigen::VectorXd& change) const;

  const LogEquations& equations_;
};

/// Standard errors that hold for residuals that follow each other slowly: rows of a stretch may depend on
/// each other, stretches do not [Liang & Zeger 1986]. Corrected for few stretches, with the degrees of
/// freedom of Student's t [Bell & McCaffrey 2002, CR2].
struct Uncertainty {
  Eigen::VectorXd standard_error;  ///< of each unknown
  Eigen::VectorXd half_width;      ///< of the 95 % interval
  Eigen::MatrixXd covariance;
};
Uncertainty uncertainty(const LogEquations& equations, const Model& model, const ModelFit& fit);

}  // namespace invdyn
