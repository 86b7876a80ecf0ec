#include "robot/model/pseudo_inertia.h"

#include <gtest/gtest.h>

#include "ground/matrix/decompositions.h"
#include "robot/model/bodies.h"
#include "robot/model/principal_moments.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Points of mass: a body that can exist.
MassProperties cloud(Random& random, std::size_t points) {
  MassProperties body;
  for (std::size_t i = 0; i < points; ++i)
    body = composed(body, {random.uniform(0.1, 2), random.vector(0.3), Eigen::Matrix3d::Zero()});
  return body;
}

TEST(PseudoInertia, IsTheSecondMomentOfPoints) {
  Random random(1);
  PseudoInertia sum = PseudoInertia::Zero();
  MassProperties body;
  for (int i = 0; i < 6; ++i) {
    const double mass = random.uniform(0.1, 2);
    const Eigen::Vector3d r = random.vector(0.5);
    Eigen::Vector4d point;
    point << r, 1;
    sum += mass * point * point.transpose();
    body = composed(body, {mass, r, Eigen::Matrix3d::Zero()});
  }
  EXPECT_TRUE(pseudo_inertia(link_parameters(body)).isApprox(sum, 1e-12));
  EXPECT_TRUE(link_parameters(sum).isApprox(link_parameters(body), 1e-12));
  const MassProperties back = mass_properties(link_parameters(body));
  EXPECT_NEAR(back.mass, body.mass, 1e-12);
  EXPECT_TRUE(back.com.isApprox(body.com, 1e-12));
  EXPECT_TRUE(back.inertia.isApprox(body.inertia, 1e-9));
}

// A rod has no thickness. Moved inside, its moments change by the square of the radius, its mass not at all.
TEST(PseudoInertia, IsMovedInsideByTheRadiusAlone) {
  const MassProperties rod{2, {0.5, 0, 0}, Eigen::Vector3d(0, 1. / 6, 1. / 6).asDiagonal()};
  const PseudoInertia J = pseudo_inertia(link_parameters(rod));
  EXPECT_LT(symmetric_eigenvalues(J).minCoeff(), 1e-12);
  const PseudoInertia moved = inside(J, 0.01);
  EXPECT_GT(symmetric_eigenvalues(moved).minCoeff(), 1e-5);
  EXPECT_EQ(moved(3, 3), 2);
  EXPECT_LE((moved - J).cwiseAbs().maxCoeff(), 2 * 0.01 * 0.01 * (1 + 1e-9));
  const MassProperties body = mass_properties(link_parameters(moved));
  EXPECT_TRUE(keep_triangle_inequality(principal_moments(body.inertia)));
}

TEST(PseudoInertia, StaysWhereItIsInside) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const PseudoInertia J = pseudo_inertia(link_parameters(cloud(random, 8)));
    EXPECT_TRUE(inside(J, 1e-3).isApprox(J, 1e-12));
  }
}

}  // namespace
}  // namespace invdyn::test
