#include "spline.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cassert>
#include <numeric>
#include <vector>

namespace invdyn {
namespace {

// For each inner knot k: lower_k^T x_{k-1} + diagonal_k x_k + lower_{k+1} x_{k+1} = right_k. The system is
// symmetric and positive definite, so block elimination needs no pivots. x is zero at both ends.
template <int N>
struct Knot {
  Eigen::Matrix<double, N, N> diagonal;
  Eigen::Matrix<double, N, N> to_next;  // the block of x_{k+1}
  Eigen::Matrix<double, N, 1> x;        // the right side; later the solution
};

template <int N>
void solve(std::vector<Knot<N>>& knots) {
  for (std::size_t k = 1; k < knots.size(); ++k) {
    const Knot<N>& before = knots[k - 1];
    const Eigen::LLT<Eigen::Matrix<double, N, N>> factors(before.diagonal);
    knots[k].diagonal -= before.to_next.transpose() * factors.solve(before.to_next);
    knots[k].x -= before.to_next.transpose() * factors.solve(before.x);
  }
  for (std::size_t k = knots.size(); k-- > 0;) {
    if (k + 1 < knots.size()) knots[k].x -= knots[k].to_next * knots[k + 1].x;
    knots[k].x = knots[k].diagonal.llt().solve(knots[k].x).eval();
  }
}

struct End {
  double position, velocity, acceleration;
};
using Coefficients = PiecewisePolynomial::Coefficients;

// The cubic or quintic in powers of the time after its end p. Its other end is r, at the time h after p; h
// may be negative.
Coefficients cubic_between(const End& p, const End& r, double h) {
  const double mean = (r.position - p.position) / h;
  return {p.position, p.velocity, (3 * mean - 2 * p.velocity - r.velocity) / h,
          (p.velocity + r.velocity - 2 * mean) / (h * h)};
}

Coefficients quintic_between(const End& p, const End& r, double h) {
  const double way = r.position - p.position, v = p.velocity * h, w = r.velocity * h,
               a = p.acceleration * h * h, b = r.acceleration * h * h, h3 = h * h * h;
  return {p.position,
          p.velocity,
          p.acceleration / 2,
          (20 * way - 12 * v - 8 * w - 3 * a + b) / (2 * h3),
          (-30 * way + 16 * v + 14 * w + 3 * a - 2 * b) / (2 * h3 * h),
          (12 * way - 6 * v - 6 * w - a + b) / (2 * h3 * h * h)};
}

// Uses powers of the time after the beginning of each piece. The second half of the last piece uses its end
// instead. So the values at all ends are exact.
template <class Between>
PiecewisePolynomial joined(std::span<const double> times, const std::vector<End>& ends, Between between) {
  PiecewisePolynomial curve(ends.front().position);
  const auto piece = [&](std::size_t k, std::size_t other) {
    return between(ends[k], ends[other], times[other] - times[k]);
  };
  const std::size_t last = ends.size() - 1;
  for (std::size_t k = 0; k < last; ++k)
    curve.append(k + 1 < last ? times[k + 1] : std::midpoint(times[k], times[k + 1]), times[k],
                 piece(k, k + 1));
  curve.append(times[last], times[last], piece(last, last - 1));
  return curve;
}

std::vector<End> at_rest(std::span<const double> positions) {
  std::vector<End> ends;
  for (const double position : positions) ends.push_back({position, 0, 0});
  return ends;
}

}  // namespace

// Unknowns: the velocities at inner knots. Equations: the acceleration is continuous there.
PiecewisePolynomial cubic_spline(std::span<const double> times, std::span<const double> positions) {
  assert(times.size() == positions.size() && times.size() >= 2);
  std::vector<Knot<1>> knots(times.size() - 2);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const double g = times[i + 1] - times[i], h = times[i + 2] - times[i + 1];
    knots[i].diagonal(0) = 2 / g + 2 / h;
    knots[i].to_next(0) = 1 / h;
    knots[i].x(0) =
        3 * ((positions[i + 1] - positions[i]) / g / g + (positions[i + 2] - positions[i + 1]) / h / h);
  }
  solve(knots);
  std::vector<End> ends = at_rest(positions);
  for (std::size_t i = 0; i < knots.size(); ++i) ends[i + 1].velocity = knots[i].x(0);
  return joined(times, ends, cubic_between);
}

// Unknowns: the velocities and accelerations at inner knots. Equations: the third and fourth derivatives are
// continuous there.
PiecewisePolynomial quintic_spline(std::span<const double> times, std::span<const double> positions) {
  assert(times.size() == positions.size() && times.size() >= 2);
  std::vector<Knot<2>> knots(times.size() - 2);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    const double g = times[i + 1] - times[i], h = times[i + 2] - times[i + 1];
    const double g2 = g * g, h2 = h * h;
    const double before = (positions[i + 1] - positions[i]) / (g2 * g),
                 after = (positions[i + 2] - positions[i + 1]) / (h2 * h);
    const double turn = 36 / h2 - 36 / g2;
    knots[i].diagonal << 192 / (g2 * g) + 192 / (h2 * h), turn, turn, 9 / g + 9 / h;
    knots[i].to_next << 168 / (h2 * h), -24 / h2, 24 / h2, -3 / h;
    knots[i].x << 360 * (before / g + after / h), 60 * (after - before);
  }
  solve(knots);
  std::vector<End> ends = at_rest(positions);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    ends[i + 1].velocity = knots[i].x(0);
    ends[i + 1].acceleration = knots[i].x(1);
  }
  return joined(times, ends, quintic_between);
}

}  // namespace invdyn
