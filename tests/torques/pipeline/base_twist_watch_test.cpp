// Twists of a base that turns on a circle, in each kind of axes, read in each kind. The motion is
// p = (2 cos at, 2 sin at, 0), turned by at about z and then by 1 rad about x.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "torques/pipeline/base_twist_watch.h"

namespace invdyn::test {
namespace {

constexpr double rate = 1.5;

// As it is read from a file that has the twist in `written` axes.
std::string warning(TwistAxes written, TwistAxes read, double scale = 1, double scale_of_w = 0) {
  if (scale_of_w == 0) scale_of_w = scale;
  Block block(0, 100);
  block.hold_base(true);
  block.rows = 100;
  for (Eigen::Index k = 0; k < 100; ++k) {
    const double t = 0.02 * static_cast<double>(k), angle = rate * t;
    const Quaternion q = quaternion_of({0, 0, angle}) * quaternion_of({1, 0, 0});
    block.t[k] = t;
    block.base.pose.row(k) << 2 * std::cos(angle), 2 * std::sin(angle), 0, q.w, q.x, q.y, q.z;
    const Eigen::Vector3d v(-2 * rate * std::sin(angle), 2 * rate * std::cos(angle), 0),
        zero = Eigen::Vector3d::Zero();
    const Twist twist =
        twist_from(read, q, twist_to(written, q, {v, rotated(q.conjugate(), {0, 0, rate}), zero, zero}));
    block.base.twist.row(k) << scale * twist.v.array().transpose(), scale_of_w * twist.w.array().transpose();
  }
  BaseTwistWatch watch(read);
  watch.take(block);
  return watch.warning();
}

TEST(BaseTwistWatch, IsSilentOnSlopes) {
  for (const TwistAxes axes : {TwistAxes::world, TwistAxes::body, TwistAxes::mujoco})
    EXPECT_EQ(warning(axes, axes), "");
}

TEST(BaseTwistWatch, NamesTheAxes) {
  EXPECT_NE(warning(TwistAxes::world, TwistAxes::body).find(": probably `base-twist` world"),
            std::string::npos);
  EXPECT_NE(warning(TwistAxes::body, TwistAxes::world).find(": probably `base-twist` body"),
            std::string::npos);
  EXPECT_NE(warning(TwistAxes::mujoco, TwistAxes::world).find(": probably `base-twist` mujoco"),
            std::string::npos);
}

TEST(BaseTwistWatch, NamesTheUnits) {
  const auto world = [](double v, double w) { return warning(TwistAxes::world, TwistAxes::world, v, w); };
  EXPECT_EQ(world(1, 180 / std::numbers::pi),
            "base_wx to base_wz are 57.3 times the derivatives of the pose: probably deg/s: `map` "
            "base_wx=base_wx:deg/s,base_wy=base_wy:deg/s,base_wz=base_wz:deg/s");
  EXPECT_EQ(world(1000, 1),
            "base_vx to base_vz are 1000 times the derivatives of the pose: probably mm/s: `map` "
            "base_vx=base_vx:mm/s,base_vy=base_vy:mm/s,base_vz=base_vz:mm/s");
  EXPECT_EQ(world(1000, 1000),
            "base_vx to base_wz are 1000 times the derivatives of the pose: probably the times are in ms: "
            "`time-unit` ms");
}

// Slopes of a base that rests are noise, and a scale is no axis.
TEST(BaseTwistWatch, IsSilentWhereNoAxesFit) {
  EXPECT_EQ(warning(TwistAxes::world, TwistAxes::world, 0), "");
  EXPECT_EQ(warning(TwistAxes::world, TwistAxes::world, 2), "");
}

}  // namespace
}  // namespace invdyn::test
