#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "dynamics/contacts/contact_solver.h"
#include "support/random_robot.h"

namespace invdyn::test {

struct Stance {
  std::vector<ContactSolver::Point> points;
  ContactSolver::Vector6 b;
};

/// A point at `at` from the centre of mass; lengths in units of 0.3 m.
inline ContactSolver::Point point_at(const Eigen::Vector3d& at,
                                     const Eigen::Vector3d& normal = Eigen::Vector3d::UnitZ()) {
  return {.possible = {normal, 0.7}, .weight = 1, .arm = at / 0.3};
}

/// Force and moment of a force at a point, and what takes their place for the dual variable.
inline ContactSolver::Vector6 wrench_of(const ContactSolver::Point& point, const Eigen::Vector3d& force) {
  ContactSolver::Vector6 wrench;
  wrench << force, point.arm.cross(force);
  return wrench;
}
inline Eigen::Vector3d at_point(const ContactSolver::Point& point, const ContactSolver::Vector6& y) {
  return y.head<3>() + y.tail<3>().cross(point.arm);
}

/// One to four contacts on level or sloping ground: feet of four corners, or single points; coefficients of
/// friction from 0.2 to 1.2. b is made by possible forces, some of them on the edge of a cone, or is any.
inline Stance random_stance(Random& random, bool is_possible) {
  Stance stance;
  // In braces, random numbers are drawn in the same order by every compiler.
  const Eigen::Vector3d centre{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1),
                               random.uniform(0.3, 0.9)};
  const std::size_t contacts = 1 + random.below(4);
  for (std::size_t i = 0; i < contacts; ++i) {
    Eigen::Vector3d at{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0}, normal(0, 0, 1);
    if (random.chance(0.3)) at.z() = random.uniform(0, 0.3);
    if (random.chance(0.3)) normal = (normal + random.vector(0.5)).normalized();
    Eigen::Matrix3d axes;
    axes.col(0) = normal.unitOrthogonal();
    axes.col(1) = normal.cross(axes.col(0));
    axes.col(2) = normal;
    const double friction = random.uniform(0.2, 1.2);
    const std::size_t corners = random.chance(0.5) ? 4 : 1;
    for (std::size_t k = 0; k < corners; ++k) {
      const Eigen::Vector3d corner(k & 1 ? 0.13 : -0.05, k & 2 ? 0.05 : -0.05, 0);
      ContactSolver::Point& point = stance.points.emplace_back(point_at(
          at - centre + (corners > 1 ? Eigen::Vector3d(axes * corner) : Eigen::Vector3d(0, 0, 0)), normal));
      point.possible.friction = friction;
      point.weight = static_cast<double>(corners);
    }
  }
  stance.b.setZero();
  for (const ContactSolver::Point& point : stance.points) {
    if (!is_possible || random.chance(0.25)) continue;
    const double normal = random.uniform(0, 1), angle = random.uniform(-3.1, 3.1),
                 share = random.chance(0.3) ? 1 : random.uniform(0, 1),
                 tangent = share * point.possible.friction * normal;
    const Eigen::Vector3d& up = point.possible.normal;
    const Eigen::Vector3d x = up.unitOrthogonal(), y = up.cross(x);
    stance.b += wrench_of(point, tangent * std::cos(angle) * x + tangent * std::sin(angle) * y + normal * up);
  }
  if (stance.b.isZero(0)) {
    for (double& component : stance.b) component = random.uniform(-1, 1);
    if (is_possible) stance.b = wrench_of(stance.points.front(), stance.points.front().possible.normal);
  }
  stance.b.normalize();
  return stance;
}

}  // namespace invdyn::test
