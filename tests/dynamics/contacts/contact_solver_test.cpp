// The conditions of a minimum with cones, on random stances; and the least remainder where no force is
// enough, found in another way.

#include "dynamics/contacts/contact_solver.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "stances.h"

namespace invdyn::test {
namespace {

using Vector6 = ContactSolver::Vector6;

// Forces in the cones, their gradients in the dual cones, and both at right angles.
void expect_minimum(const Stance& stance, const ContactSolver& solver) {
  const double size = std::max(1.0, solver.dual().norm());
  for (std::size_t i = 0; i < stance.points.size(); ++i) {
    const ContactSolver::Point& point = stance.points[i];
    const Eigen::Vector3d f = solver.force(i), &up = point.possible.normal;
    const Eigen::Vector3d s = point.weight * f - at_point(point, solver.dual());
    const double mu = point.possible.friction;
    EXPECT_LE(up.cross(f).norm() - mu * up.dot(f), 1e-12);
    EXPECT_LE(mu * up.cross(s).norm() - up.dot(s), 1e-12 * size);
    EXPECT_LE(std::abs(s.dot(f)), 1e-12 * size);
  }
}

TEST(ContactSolver, FindsTheLeastForcesOfPossibleStances) {
  Random random(100);
  ContactSolver solver;
  int at_the_edge = 0;
  for (int k = 0; k < 10000; ++k) {
    const Stance stance = random_stance(random, true);
    solver.set_points(stance.points);
    const ContactSolver::Solution solution = solver.solve(stance.b);
    EXPECT_LE(solution.steps, 100);
    if (!solution.is_exact) {
      // All forces are on the edges of their cones: the dual variable grows without end.
      ++at_the_edge;
      EXPECT_LE(solution.left.norm(), 1e-5) << "stance " << k;
      continue;
    }
    Vector6 left = stance.b;
    for (std::size_t i = 0; i < stance.points.size(); ++i)
      left -= wrench_of(stance.points[i], solver.force(i));
    EXPECT_LE(left.norm(), 1e-10);
    expect_minimum(stance, solver);
  }
  EXPECT_LE(at_the_edge, 5);
}

// |b - sum A f| by the gradient projected onto the cones, with Nesterov's acceleration and restarts.
double least_remainder(const Stance& stance) {
  const std::size_t n = stance.points.size();
  double lipschitz = 0;
  for (const ContactSolver::Point& point : stance.points) lipschitz += 3 + 2 * point.arm.squaredNorm();
  std::vector<Eigen::Vector3d> f(n, Eigen::Vector3d::Zero()), ahead = f;
  const auto remainder = [&](const std::vector<Eigen::Vector3d>& at) {
    Vector6 left = stance.b;
    for (std::size_t i = 0; i < n; ++i) left -= wrench_of(stance.points[i], at[i]);
    return left;
  };
  double momentum = 1, last = stance.b.norm();
  for (int k = 0; k < 100000; ++k) {
    const Vector6 left = remainder(ahead);
    std::vector<Eigen::Vector3d> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      const ContactSolver::Point& point = stance.points[i];
      next[i] =
          nearest_in(point.possible, Eigen::Vector3d(ahead[i] + at_point(point, left) / lipschitz)).force;
    }
    const double now = remainder(next).norm(), following = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    const double carry = now > last ? 0 : (momentum - 1) / following;
    momentum = now > last ? 1 : following;
    for (std::size_t i = 0; i < n; ++i) ahead[i] = next[i] + carry * (next[i] - f[i]);
    f = next;
    last = now;
  }
  return last;
}

// What is left is the least if no possible force has a part along it, and the forces are at right angles to
// it. Both are off by e = 1e-6 times the square of the forces, which are up to some units.
void expect_least(const Stance& stance, const Vector6& left) {
  constexpr double tolerance = 1e-4;
  EXPECT_LE(std::abs(left.dot(stance.b - left)), tolerance);
  for (const ContactSolver::Point& point : stance.points) {
    const Eigen::Vector3d along = at_point(point, left), &up = point.possible.normal;
    EXPECT_LE(up.dot(along) + point.possible.friction * up.cross(along).norm(), tolerance);
  }
}

TEST(ContactSolver, LeavesTheLeastWhereNoForceIsEnough) {
  Random random(200);
  ContactSolver solver;
  int compared = 0;
  for (int k = 0; k < 10000; ++k) {
    const Stance stance = random_stance(random, false);
    solver.set_points(stance.points);
    const ContactSolver::Solution solution = solver.solve(stance.b);
    ASSERT_LE(solution.steps, 100) << "stance " << k;
    if (solution.is_exact) continue;
    expect_least(stance, solution.left);
    if (k % 200 != 0) continue;
    ++compared;
    EXPECT_LE(solution.left.norm(), least_remainder(stance) + 1e-5) << "stance " << k;
  }
  EXPECT_GE(compared, 20);
}

TEST(ContactSolver, SharesEquallyAmongEqualPoints) {
  ContactSolver solver;
  std::vector<ContactSolver::Point> points;
  for (const double x : {-0.1, 0.1})
    for (const double y : {-0.2, 0.2}) points.push_back(point_at({x, y, -0.5}));
  Vector6 weight = Vector6::Zero();
  weight[2] = 1;
  solver.set_points(points);
  ASSERT_TRUE(solver.solve(weight).is_exact);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_LE((solver.force(i) - Eigen::Vector3d(0, 0, 0.25)).norm(), 1e-12);
}

TEST(ContactSolver, NeedsNoFriction) {
  ContactSolver solver;
  std::vector<ContactSolver::Point> points{point_at({0, 0, -0.5})};
  points.front().possible.friction = 0;
  Vector6 b = Vector6::Zero();
  b[2] = 1;
  solver.set_points(points);
  EXPECT_TRUE(solver.solve(b).is_exact);
  b[0] = 0.1;
  const ContactSolver::Solution solution = solver.solve(b);
  EXPECT_FALSE(solution.is_exact);
  EXPECT_NEAR(solution.left.norm(), 0.1, 1e-5);
}

TEST(ContactSolver, TakesNoPointsAndNoLoad) {
  ContactSolver solver;
  EXPECT_TRUE(solver.solve(Vector6::Zero()).is_exact);
  EXPECT_EQ(solver.solve(Vector6::Ones()).left, Vector6::Ones());
  const std::vector<ContactSolver::Point> points{point_at({0, 0, -0.5})};
  solver.set_points(points);
  EXPECT_TRUE(solver.solve(Vector6::Zero()).is_exact);
  EXPECT_TRUE(solver.force(0).isZero(0));
}

}  // namespace
}  // namespace invdyn::test
