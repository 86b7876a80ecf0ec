#include "contact_solver.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

constexpr double tolerance = 1e-12;  // of r and of the gradient, relative to b
constexpr int max_steps = 50;        // of Newton's method for one e

}  // namespace

ContactSolver::Solution ContactSolver::solve(std::span<const Point> points, const Vector6& b) {
  points_ = points, b_ = b, size_ = b.norm();
  forces_.assign(points.size(), Eigen::Vector3d::Zero());
  y_.setZero(), centre_.setZero();
  steps_ = 0;
  Solution solution{.left = b};
  if (points.empty() || size_ == 0) return {.is_exact = size_ == 0, .left = b};
  // Whether r is zero with the present e and centre.
  const auto is_solved = [&] {
    const bool has_converged = minimise();
    solution.left = e_ * (y_ - centre_);
    solution.steps = steps_;
    return solution.is_exact = has_converged && solution.left.norm() <= tolerance * size_;
  };
  double before = size_;
  for (const double e : {1e-4, 1e-6, 1e-8}) {
    e_ = e;
    if (is_solved()) return solution;
    const double left = solution.left.norm();
    // r that stays as e falls is the least one.
    if (e < 1e-4 && left > 0.99 * before && left > 1e-6 * size_) return solution;
    before = left;
    if (e > 1e-8 && left > 1e-2 * size_) y_ *= 100;  // it will probably stay
  }
  for (int k = 0; k < 8; ++k) {
    centre_ = y_;
    if (is_solved()) return solution;
  }
  return solution;
}

// The minimum of the dual function over y, for this e and centre. Reports whether it was reached.
bool ContactSolver::minimise() {
  Vector6 gradient;
  Matrix6 curvature;
  double value = evaluate(y_, gradient, &curvature);
  for (int k = 0; k < max_steps && gradient.norm() > small_gradient(); ++k, ++steps_)
    if (!step(value, gradient, curvature)) {
      evaluate(y_, gradient, nullptr);
      break;
    }
  return gradient.norm() <= 100 * small_gradient();
}

// One step of Newton's method, shortened until the function falls enough. Reports whether y moved.
bool ContactSolver::step(double& value, Vector6& gradient, Matrix6& curvature) {
  const Vector6 direction = -Eigen::LLT<Matrix6>(curvature).solve(gradient);
  const double slope = gradient.dot(direction), norm = gradient.norm();
  // Near the end rounding hides that the function falls: then the gradient must.
  const bool is_hidden = -slope <= 1e-11 * (std::abs(value) + size_ * size_);
  double length = 1;
  for (int k = 0; k < 30; ++k, length *= 0.5) {
    const Vector6 y = y_ + length * direction;
    Vector6 there;
    const double lower = evaluate(y, there, k == 0 ? &curvature : nullptr);
    if (!(lower <= value + 1e-4 * length * slope) && !(is_hidden && there.norm() <= 0.9 * norm)) continue;
    y_ = y, gradient = there, value = lower;
    if (k > 0) evaluate(y_, gradient, &curvature);
    return true;
  }
  return false;
}

// The dual function, its gradient and its generalised Hessian; forces_ are those of y.
double ContactSolver::evaluate(const Vector6& y, Vector6& gradient, Matrix6* curvature) {
  const Vector6 from = y - centre_;
  double value = 0.5 * e_ * from.squaredNorm() - b_.dot(y);
  gradient = e_ * from - b_;
  if (curvature) *curvature = e_ * Matrix6::Identity();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    const NearestForce nearest = nearest_force(point.A.transpose() * y / point.weight, point.possible);
    forces_[i] = nearest.force;
    gradient.noalias() += point.A * nearest.force;
    value += 0.5 * point.weight * nearest.force.squaredNorm();
    if (!curvature) continue;
    const auto add = [&](double factor, const Vector6& column) {
      if (factor != 0) curvature->noalias() += (factor / point.weight * column) * column.transpose();
    };
    add(nearest.tangents, point.A.col(0));
    add(nearest.tangents, point.A.col(1));
    add(nearest.normal, point.A.col(2));
    if (nearest.of_u == 0) continue;
    add(nearest.of_u, point.A * nearest.u);
    add(nearest.of_p, point.A * nearest.p);
  }
  return value;
}

// A^T y has the rounding of y, which is large where nothing makes b.
double ContactSolver::small_gradient() const {
  return std::max(0.1 * tolerance * size_, 4e-16 * y_.norm());
}

}  // namespace invdyn
