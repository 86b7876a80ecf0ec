#include "robot/kinematics/axis_angle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robot/model/rotation.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

constexpr double pi = std::numbers::pi;

// Rotation matrix by Rodrigues' formula, and the inverse.
TEST(AxisAngle, RecoversTheRotation) {
  Random random(1);
  for (const double angle : {1e-9, 1e-3, 0.5, 1.0, pi / 4, pi / 2, 2.0, 3.0, pi - 1e-3, pi - 1e-9})
    for (int i = 0; i < 200; ++i) {
      const Eigen::Vector3d axis = random.vector(1).normalized();
      const AxisAngle turn = axis_angle_of(rotation_about(axis, angle));
      EXPECT_NEAR(turn.angle, angle, 1e-15 + 4e-16 * angle) << angle;
      // The rotation contains the axis times the sine of the angle: absolute rounding is divided by the
      // angle.
      EXPECT_LT((turn.axis - axis).norm(), 1e-15 + 1e-15 / angle) << angle;
    }
}

TEST(AxisAngle, OfHalfATurnIsEitherOfTwo) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d axis = random.vector(1).normalized();
    const AxisAngle turn = axis_angle_of(rotation_about(axis, pi));
    EXPECT_NEAR(turn.angle, pi, 1e-15);
    EXPECT_NEAR(std::abs(turn.axis.dot(axis)), 1, 1e-15);
  }
}

TEST(AxisAngle, OfNoRotationIsZero) {
  const AxisAngle turn = axis_angle_of(Eigen::Matrix3d::Identity());
  EXPECT_EQ(turn.angle, 0);
  EXPECT_EQ(turn.axis, Eigen::Vector3d::UnitX());
}

TEST(AxisAngle, IsTheShorterOne) {
  const AxisAngle turn = axis_angle_of(rotation_z(1.5 * pi));
  EXPECT_NEAR(turn.angle, pi / 2, 1e-15);
  EXPECT_NEAR(turn.axis.z(), -1, 1e-15);
}

}  // namespace
}  // namespace invdyn::test
