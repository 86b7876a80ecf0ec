// Least squares within bounds, with solutions that are known by hand.

#include "ground/matrix/bounded_least_squares.h"

#include <gtest/gtest.h>

#include <cmath>

namespace invdyn::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// [a b; b c], whose distance from another such matrix is that of (a, sqrt(2) b, c).
Bound positive_matrix() {
  Bound bound{0, MatrixXd::Zero(2, 2), std::vector<MatrixXd>(3, MatrixXd::Zero(2, 2))};
  bound.of_unknowns[0](0, 0) = bound.of_unknowns[1](0, 1) = bound.of_unknowns[1](1, 0) =
      bound.of_unknowns[2](1, 1) = 1;
  return bound;
}

VectorXd nearest(double a, double b, double c) {
  const Eigen::Vector3d lengths(1, std::sqrt(2.0), 1);
  return bounded_least_squares(lengths.asDiagonal(), lengths.cwiseProduct(Eigen::Vector3d(a, b, c)),
                               {positive_matrix()}, Eigen::Vector3d(5, 0, 5));
}

// The nearest positive matrix has the eigenvalues of the other one, and 0 in place of negative ones. Those of
// [1 2; 2 1] are 3 along (1, 1) and -1 along (1, -1).
TEST(BoundedLeastSquares, FindsTheNearestPositiveMatrix) {
  EXPECT_TRUE(nearest(1, 2, 1).isApprox(Eigen::Vector3d(1.5, 1.5, 1.5), 1e-5));
  EXPECT_LT(nearest(-1, 0, -2).norm(), 1e-3);
}

TEST(BoundedLeastSquares, KeepsASolutionWithinTheBounds) {
  EXPECT_TRUE(nearest(2, 1, 3).isApprox(Eigen::Vector3d(2, 1, 3), 1e-14));
}

// x >= 1, y free: of (x - y)^2 + (x + y)^2 = 2 (x^2 + y^2), the minimum is at x = 1, y = 0.
TEST(BoundedLeastSquares, KeepsAPlainBound) {
  MatrixXd A(2, 2);
  A << 1, -1, 1, 1;
  const Bound bound{0, MatrixXd::Constant(1, 1, -1), {MatrixXd::Identity(1, 1)}};
  const VectorXd v = bounded_least_squares(A, VectorXd::Zero(2), {bound}, Eigen::Vector2d(7, 7));
  EXPECT_NEAR(v[0], 1, 1e-6);
  EXPECT_NEAR(v[1], 0, 1e-6);
}

}  // namespace
}  // namespace invdyn::test
