#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "../../lanes/scalar/portable_batch.h"
#include "friction_cone.h"

namespace invdyn {

/// Forces at points that together make a given wrench, or come as near to it as they can:
///   minimise  1/2 sum_i w_i |f_i|^2 + |r|^2 / 2e  subject to  sum_i A_i f_i + r = b,  f_i possible,  e -> 0,
/// where A_i f_i is f_i and its moment. The dual problem has six unknowns y, whatever the number of points:
/// f_i is the possible force nearest to A_i^T y / w_i. It is convex, and its gradient is semismooth: Newton's
/// method with a line search [Qi & Sun 1993], e in steps from 1e-4 down to 1e-8, then proximal steps
/// [Rockafellar 1976]. Each call starts from y = 0, so that a result depends on nothing else.
class ContactSolver {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  struct Point {
    FrictionCone<double> possible;
    double weight = 1;
    Eigen::Vector3d arm;  ///< from where moments are taken about
  };
  struct Solution {
    bool is_exact = false;           ///< r = 0, to 1e-12 of b
    Vector6 left = Vector6::Zero();  ///< r
    int steps = 0;                   ///< of Newton's method
  };

  /// The points of the next problems. Lengths should be such that forces and moments are of size 1.
  void set_points(std::span<const Point> points);
  /// b: force and moment.
  Solution solve(const Vector6& b);
  /// Of point i in the last solution.
  Eigen::Vector3d force(std::size_t i) const;
  const Vector6& dual() const { return y_; }

  /// What would make b, to this part of it, where the forces do not.
  struct Remedies {
    bool moments;   ///< any moment besides
    bool friction;  ///< friction without limit at the points that press
  };
  Remedies remedies(const Vector6& b, double tolerance);

 private:
  enum class Aid { none, moments, friction };
  using T = PortableBatch;
  // Points in the lanes of a batch.
  struct Points {
    FrictionCone<T> possible;
    T weight, share;  // 1 / weight; 0 for no point
    Vector3<T> arm, force;
  };
  // The part of the dual function that the forces make, with its gradient and the lower triangle of its
  // generalised Hessian.
  struct OfForces {
    double value;
    Vector6 gradient;
    Matrix6 curvature;
  };

  // Begins at y_.
  Solution solve(const Vector6& b, double tolerance, Aid aid);
  void begin();
  void lower_e(double e);
  bool minimise();
  bool step(Vector6& slope);
  void evaluate(const Vector6& y, OfForces& result);
  double value(const OfForces& at, const Vector6& y) const;
  Vector6 gradient(const OfForces& at, const Vector6& y) const;
  double small_gradient() const;

  std::vector<Points> points_;
  Aid aid_ = Aid::none;
  Vector6 b_, y_, centre_;
  std::array<OfForces, 2> at_;  // at y_, and ahead of it
  std::size_t here_ = 0;        // which of them is at y_
  double e_ = 0, size_ = 0, tolerance_ = 0;
  int steps_ = 0;
};

}  // namespace invdyn
