#pragma once

#include <Eigen/Core>
#include <vector>

namespace invdyn {

/// Some unknowns, from `first` on, keep a symmetric matrix positive semidefinite: `constant` plus the sum of
/// each of them times its matrix. A matrix of order 1 is a plain bound.
struct Bound {
  Eigen::Index first = 0;
  Eigen::MatrixXd constant;
  std::vector<Eigen::MatrixXd> of_unknowns;

  Eigen::MatrixXd matrix(const Eigen::VectorXd& v) const;
};

/// The v for which A v is nearest to z, within all bounds. A has full column rank. `inside` is strictly
/// within the bounds, and so is the result, unless the free solution keeps them: then it is this.
///
/// By a primal-dual interior-point method: the bounds' matrices J and their multipliers Z stay positive
/// definite, and their inner products, which are 0 at the solution, fall from step to step, some twenty
/// steps in all [Vandenberghe 2010, The CVXOPT linear and quadratic cone program solvers].
Eigen::VectorXd bounded_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& z,
                                      const std::vector<Bound>& bounds, const Eigen::VectorXd& inside);

}  // namespace invdyn
