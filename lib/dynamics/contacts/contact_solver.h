#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "friction_cone.h"

namespace invdyn {

/// Forces at points that together make a given wrench, or come as near to it as they can:
///   minimise  1/2 sum_i w_i |f_i|^2 + |r|^2 / 2e  subject to  sum_i A_i f_i + r = b,  f_i possible,  e -> 0.
/// The dual problem has six unknowns y, whatever the number of points: f_i is the possible force nearest to
/// A_i^T y / w_i. It is convex, and its gradient is semismooth: Newton's method with a line search [Qi & Sun
/// 1993], e in steps from 1e-4 down to 1e-8, then proximal steps [Rockafellar 1976]. Each call starts from
/// y = 0, so that a result depends on nothing else.
class ContactSolver {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  struct Point {
    PossibleForces possible;
    double weight = 1;
    Eigen::Matrix<double, 6, 3> A;  ///< takes the force in the point's axes to force and moment
  };

  struct Solution {
    bool is_exact = false;           ///< r = 0, to 1e-12 of b
    Vector6 left = Vector6::Zero();  ///< r
    int steps = 0;                   ///< of Newton's method
  };

  /// Lengths should be such that forces and moments are of size 1.
  Solution solve(std::span<const Point> points, const Vector6& b);
  /// Of the last solution, in the points' axes.
  const std::vector<Eigen::Vector3d>& forces() const { return forces_; }
  const Vector6& dual() const { return y_; }

 private:
  bool minimise();
  bool step(double& value, Vector6& gradient, Matrix6& curvature);
  double evaluate(const Vector6& y, Vector6& gradient, Matrix6* curvature);
  double small_gradient() const;

  std::span<const Point> points_;
  std::vector<Eigen::Vector3d> forces_;
  Vector6 b_, y_, centre_;
  double e_ = 0, size_ = 0;
  int steps_ = 0;
};

}  // namespace invdyn
