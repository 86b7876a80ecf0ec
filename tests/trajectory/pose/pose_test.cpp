// Quaternions, rotation vectors and axes of twists. Expected values are definitions written out, rotations by
// Eigen, or motions in closed form.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "trajectory/pose/orientations.h"
#include "trajectory/pose/twist_axes.h"

namespace invdyn::test {
namespace {

using Eigen::Vector3d;

const Vector3d axis = Vector3d(1, -2, 3).normalized();

Quaternion turn(double angle, const Vector3d& about = axis) {
  const Vector3d v = std::sin(angle / 2) * about;
  return {std::cos(angle / 2), v.x(), v.y(), v.z()};
}

Eigen::Quaterniond of_eigen(const Quaternion& q) {
  return {q.w, q.x, q.y, q.z};
}

TEST(RotationVector, IsAxisTimesAngleFromZeroToPi) {
  for (const double angle : {0.0, 1e-300, 1e-12, 1e-8, 1e-3, 0.1, 0.126, 0.127, 1.0, 2.0, 3.0,
                             std::numbers::pi - 1e-9, std::numbers::pi})
    EXPECT_LE((rotation_vector(turn(angle)) - angle * axis).norm(), 2e-15 * angle) << angle;
}

TEST(RotationVector, BeyondPiIsTheOtherWay) {
  EXPECT_LE((rotation_vector(turn(4)) - (4 - 2 * std::numbers::pi) * axis).norm(), 4e-15);
}

TEST(RotationVector, IsTheSameOfBothSignsAndAnyLength) {
  for (const double angle : {1e-9, 0.7, 3.1}) {
    EXPECT_EQ(rotation_vector(turn(angle).scaled(-1)), rotation_vector(turn(angle)));
    EXPECT_LE((rotation_vector(turn(angle).scaled(7)) - angle * axis).norm(), 4e-15);
  }
}

TEST(RotationVector, GivesItsQuaternion) {
  for (const double angle : {0.0, 1e-9, 1e-3, 1.0, 3.0, 7.0}) {
    const Quaternion q = quaternion_of(angle * axis), expected = turn(angle);
    EXPECT_NEAR(q.w, expected.w, 1e-15);
    EXPECT_LE((q.vector() - expected.vector()).norm(), 1e-15) << angle;
  }
}

TEST(Quaternion, TurnsAndMultipliesAsEigen) {
  const Quaternion a = turn(0.9), b = turn(2.2, Vector3d(0.6, 0, -0.8));
  const Vector3d v(0.3, -0.7, 1.1);
  EXPECT_LE((rotated(a, v) - of_eigen(a) * v).norm(), 1e-15);
  EXPECT_LE((of_eigen(a * b).coeffs() - (of_eigen(a) * of_eigen(b)).coeffs()).norm(), 1e-15);
}

TEST(Quaternion, OfAnglesIsYawThenPitchThenRoll) {
  const Eigen::Quaterniond expected = Eigen::AngleAxisd(0.4, Vector3d::UnitZ()) *
                                      Eigen::AngleAxisd(-1.1, Vector3d::UnitY()) *
                                      Eigen::AngleAxisd(2.9, Vector3d::UnitX());
  EXPECT_LE((of_eigen(quaternion_of_angles(2.9, -1.1, 0.4)).coeffs() - expected.coeffs()).norm(), 1e-15);
}

// A turn about a fixed axis by the angle a(t), as a curve in R^4 of any length l(t): the length does not
// count.
TEST(AngularMotion, OfACurveInR4IsThatOfItsDirection) {
  const double a = 0.7, da = -1.3, dda = 2.1, l = 0.8, dl = 0.3, ddl = -0.9;
  const auto along = [&](double w, double v) {
    return Quaternion{w, v * axis.x(), v * axis.y(), v * axis.z()};
  };
  const double c = std::cos(a / 2), s = std::sin(a / 2);
  const double c1 = -s * da / 2, s1 = c * da / 2;  // their derivatives
  const double c2 = -s * dda / 2 - c * da * da / 4, s2 = c * dda / 2 - s * da * da / 4;
  const AngularMotion motion =
      angular_motion(along(l * c, l * s), along(dl * c + l * c1, dl * s + l * s1),
                     along(ddl * c + 2 * dl * c1 + l * c2, ddl * s + 2 * dl * s1 + l * s2));
  EXPECT_LE((motion.w - da * axis).norm(), 1e-15);
  EXPECT_LE((motion.dw - dda * axis).norm(), 4e-15);
}

// A base on a circle of radius 2 at 3 rad/s that looks along it: in its own axes it goes straight on at 6
// m/s, and nothing changes. In the world it falls to the centre, 18 m/s^2.
TEST(TwistAxes, OfABaseOnACircle) {
  const double angle = 0.8;
  const Vector3d ahead(-std::sin(angle), std::cos(angle), 0), outward(std::cos(angle), std::sin(angle), 0);
  const Quaternion q = turn(angle, Vector3d::UnitZ());
  const Twist own{{0, 6, 0}, {0, 0, 3}, Vector3d::Zero(), Vector3d::Zero()};
  const Twist twist = twist_from(TwistAxes::body, q, own);
  EXPECT_LE((twist.v - 6 * ahead).norm(), 1e-14);
  EXPECT_LE((twist.dv - -18 * outward).norm(), 1e-14);
  EXPECT_EQ(twist.w, Vector3d(0, 0, 3));
}

// Angular velocity along x of the world, of a base turned by a quarter about z.
TEST(TwistAxes, OfTheWorld) {
  const Quaternion q = turn(std::numbers::pi / 2, Vector3d::UnitZ());
  const Twist twist = twist_from(TwistAxes::world, q, {{1, 2, 3}, {4, 0, 0}, {5, 6, 7}, {0, 8, 0}});
  EXPECT_EQ(twist.v, Vector3d(1, 2, 3));
  EXPECT_EQ(twist.dv, Vector3d(5, 6, 7));
  EXPECT_LE((twist.w - Vector3d(0, -4, 0)).norm(), 1e-15);
  EXPECT_LE((twist.dw - Vector3d(8, 0, 0)).norm(), 4e-15);
}

TEST(TwistAxes, ComeBack) {
  const Quaternion q = turn(2.1);
  const Twist twist{{1, -2, 3}, {0.4, 0.5, -0.6}, {-7, 8, 9}, {10, 11, -12}};
  for (const TwistAxes axes : {TwistAxes::world, TwistAxes::body, TwistAxes::mujoco}) {
    const Twist back = twist_from(axes, q, twist_to(axes, q, twist));
    EXPECT_LE((back.v - twist.v).norm(), 1e-14);
    EXPECT_LE((back.w - twist.w).norm(), 1e-14);
    EXPECT_LE((back.dv - twist.dv).norm(), 1e-14);
    EXPECT_LE((back.dw - twist.dw).norm(), 2e-14);
  }
}

}  // namespace
}  // namespace invdyn::test
