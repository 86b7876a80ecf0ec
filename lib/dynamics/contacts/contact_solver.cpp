#include "contact_solver.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

constexpr int max_steps = 20;  // of Newton's method for one e

Vector3<PortableBatch> in_all_lanes(const Eigen::Vector3d& v) {
  return v.cast<PortableBatch>();
}

double sum_of_lanes(const PortableBatch& x) {
  double sum = 0;
  for (std::size_t lane = 0; lane < PortableLanes::count; ++lane) sum += x[lane];
  return sum;
}

template <int rows, int columns>
Eigen::Matrix<double, rows, columns> sum_of_lanes(const Eigen::Matrix<PortableBatch, rows, columns>& x) {
  return x.unaryExpr([](const PortableBatch& each) { return sum_of_lanes(each); });
}

// The solution of M x = b by Cholesky's decomposition M = L D L^T; M is positive definite, and only its lower
// triangle is read. With Eigen's loops the solver takes 1.6 times as long.
ContactSolver::Vector6 solution_of(ContactSolver::Matrix6 M, ContactSolver::Vector6 b) {
  double inverse[6];
#pragma GCC unroll 6
  for (Eigen::Index j = 0; j < 6; ++j) {
    inverse[j] = 1 / M(j, j);
#pragma GCC unroll 6
    for (Eigen::Index i = j + 1; i < 6; ++i) {
      const double factor = M(i, j) * inverse[j];
#pragma GCC unroll 6
      for (Eigen::Index k = j + 1; k <= i; ++k) M(i, k) -= factor * M(k, j);
      b[i] -= factor * b[j];
    }
  }
#pragma GCC unroll 6
  for (Eigen::Index j = 5; j >= 0; --j) {
#pragma GCC unroll 6
    for (Eigen::Index i = j + 1; i < 6; ++i) b[j] -= M(i, j) * b[i];
    b[j] *= inverse[j];
  }
  return b;
}

}  // namespace

void ContactSolver::set_points(std::span<const Point> points) {
  constexpr std::size_t count = PortableLanes::count;
  points_.resize((points.size() + count - 1) / count);
  for (std::size_t i = 0; i < points_.size() * count; ++i) {
    const Point& point = points[std::min(i, points.size() - 1)];
    Points& into = points_[i / count];
    const std::size_t lane = i % count;
    for (Eigen::Index k = 0; k < 3; ++k) {
      into.possible.normal[k].set(lane, point.possible.normal[k]);
      into.arm[k].set(lane, point.arm[k]);
      into.force[k].set(lane, 0);
    }
    into.possible.friction.set(lane, point.possible.friction);
    into.weight.set(lane, point.weight);
    into.share.set(lane, i < points.size() ? 1 / point.weight : 0);
  }
}

Eigen::Vector3d ContactSolver::force(std::size_t i) const {
  const Points& points = points_[i / PortableLanes::count];
  return points.force.unaryExpr([&](const T& each) { return each[i % PortableLanes::count]; });
}

ContactSolver::Solution ContactSolver::solve(const Vector6& b) {
  y_.setZero();
  return solve(b, 1e-12, Aid::none);
}

ContactSolver::Remedies ContactSolver::remedies(const Vector6& b, double tolerance) {
  y_.setZero();
  const bool moments = solve(b, tolerance, Aid::moments).is_exact;
  // From the last y it takes half of the steps.
  return {moments, solve(b, tolerance, Aid::friction).is_exact};
}

ContactSolver::Solution ContactSolver::solve(const Vector6& b, double tolerance, Aid aid) {
  b_ = b, size_ = b.norm(), tolerance_ = tolerance, aid_ = aid;
  centre_.setZero();
  steps_ = 0;
  Solution solution{.left = b};
  if (points_.empty() || size_ == 0) return {.is_exact = size_ == 0, .left = b};
  // Whether r is zero with the present e and centre.
  const auto is_solved = [&] {
    const bool has_converged = minimise();
    solution.left = e_ * (y_ - centre_);
    solution.steps = steps_;
    return solution.is_exact = has_converged && solution.left.norm() <= tolerance * size_;
  };
  begin();
  for (const double e : {1e-6, 1e-8}) {
    const double before = e_ * y_.norm();
    lower_e(e);
    if (is_solved()) return solution;
    const double left = solution.left.norm();
    // r that stays as e falls is the least one.
    if (left > 0.99 * before && left > 1e-6 * size_) return solution;
  }
  for (int k = 0; k < 8; ++k) {
    centre_ = y_;
    if (is_solved()) return solution;
  }
  return solution;
}

// The minimum for e = 1e-4. Where forces make little of b, Newton's method from here may lose its way; then
// e falls to that in steps.
void ContactSolver::begin() {
  e_ = 1e-4;
  evaluate(y_, at_[here_]);
  if (minimise()) return;
  e_ = 1;
  y_.setZero();
  evaluate(y_, at_[here_]);
  minimise();
  for (const double e : {1e-1, 1e-2, 1e-3, 1e-4}) {
    lower_e(e);
    minimise();
  }
}

// Where r = e y is large, it will probably stay: then y is larger.
void ContactSolver::lower_e(double e) {
  if (e_ * y_.norm() > 1e-2 * size_) {
    y_ *= e_ / e;
    evaluate(y_, at_[here_]);
  }
  e_ = e;
}

// The minimum of the dual function over y, for this e and centre. Reports whether it was reached.
bool ContactSolver::minimise() {
  Vector6 slope = gradient(at_[here_], y_);
  for (int k = 0; k < max_steps && slope.norm() > small_gradient() && step(slope); ++k) ++steps_;
  return slope.norm() <= 100 * small_gradient();
}

// One step of Newton's method, shortened until the function falls enough. Reports whether y moved; then
// `slope` is the gradient there.
bool ContactSolver::step(Vector6& slope) {
  Matrix6 curvature = at_[here_].curvature;
  curvature.diagonal().array() += e_;
  const Vector6 direction = -solution_of(curvature, slope);
  const double value_here = value(at_[here_], y_), along = slope.dot(direction);
  // Near the end rounding hides that the function falls: then the gradient must.
  const bool is_hidden = -along <= 1e-11 * (std::abs(value_here) + size_ * size_);
  OfForces& ahead = at_[1 - here_];
  double length = 1;
  for (int k = 0; k < 30; ++k) {
    const Vector6 y = y_ + length * direction;
    evaluate(y, ahead);
    const Vector6 slope_there = gradient(ahead, y);
    if (value(ahead, y) <= value_here + 1e-4 * length * along ||
        (is_hidden && slope_there.norm() <= 0.9 * slope.norm())) {
      y_ = y, slope = slope_there, here_ = 1 - here_;
      return true;
    }
    // To where the slope along the step would be zero, if it were a straight line.
    length *= std::clamp(along / (along - slope_there.dot(direction)), 0.1, 0.5);
  }
  evaluate(y_, at_[here_]);  // for the forces
  return false;
}

void ContactSolver::evaluate(const Vector6& y, OfForces& result) {
  const Vector3<T> y_force = in_all_lanes(y.head<3>()), y_moment = in_all_lanes(y.tail<3>());
  const Matrix3<T> zero = Matrix3<T>::Zero();
  T value(0);
  Vector3<T> force = zero.col(0), moment = zero.col(0);
  Matrix3<T> ff = zero, mf = zero, mm = zero;
  for (Points& each : points_) {
    const Vector3<T>& arm = each.arm;
    const Vector3<T> asked = each.share * (y_force + y_moment.cross(arm));
    const NearestForce<T> nearest = aid_ == Aid::friction ? nearest_in_half_space(each.possible.normal, asked)
                                                          : nearest_in(each.possible, asked);
    each.force = nearest.force;
    value += each.weight * nearest.force.squaredNorm();
    force += nearest.force;
    moment += arm.cross(nearest.force);
    const Matrix3<T> J = each.share * nearest.jacobian;
    Matrix3<T> arm_J;
    for (Eigen::Index k = 0; k < 3; ++k) arm_J.col(k) = arm.cross(J.col(k));
    ff += J;
    mf += arm_J;
    for (Eigen::Index k = 0; k < 3; ++k) mm.row(k) += arm.cross(arm_J.row(k));
  }
  result.value = 0.5 * sum_of_lanes(value);
  result.gradient << sum_of_lanes(force), sum_of_lanes(moment);
  result.curvature.topLeftCorner<3, 3>() = sum_of_lanes(ff);
  result.curvature.bottomLeftCorner<3, 3>() = sum_of_lanes(mf);
  result.curvature.bottomRightCorner<3, 3>() = sum_of_lanes(mm);
  if (aid_ != Aid::moments) return;
  result.value += 0.5 * y.tail<3>().squaredNorm();
  result.gradient.tail<3>() += y.tail<3>();
  result.curvature.diagonal().tail<3>().array() += 1;
}

double ContactSolver::value(const OfForces& at, const Vector6& y) const {
  return at.value + 0.5 * e_ * (y - centre_).squaredNorm() - b_.dot(y);
}

ContactSolver::Vector6 ContactSolver::gradient(const OfForces& at, const Vector6& y) const {
  return at.gradient + e_ * (y - centre_) - b_;
}

// A^T y has the rounding of y, which is large where nothing makes b.
double ContactSolver::small_gradient() const {
  return std::max(0.1 * tolerance_ * size_, 4e-16 * y_.norm());
}

}  // namespace invdyn
