#include "scalar/sin_cos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Distance of `value` from the true one in units of the last place of the double nearest to the true one.
long double error_in_ulp(double value, long double truth) {
  const double nearest = static_cast<double>(truth);
  const double ulp = std::nextafter(std::abs(nearest), INFINITY) - std::abs(nearest);
  return std::abs(value - truth) / ulp;
}

// Against the C library in extended precision, which is good to half a unit of its own last place.
long double worst_error(double angle) {
  const auto [sine, cosine] = sin_cos(angle);
  const auto exact = static_cast<long double>(angle);
  return std::max(error_in_ulp(sine, std::sin(exact)), error_in_ulp(cosine, std::cos(exact)));
}

TEST(SinCos, IsWithin08UlpUpToAMillionRadians) {
  Random random(1);
  long double worst = 0;
  for (const double size : {1e-8, 1e-3, 0.8, 3.2, 7.0, 100.0, 1e4, 1e6})
    for (int i = 0; i < 100'000; ++i) worst = std::max(worst, worst_error(random.uniform(-size, size)));
  EXPECT_LT(worst, 0.8L);
}

// Where the result is nearly zero, most of the angle cancels in the reduction.
TEST(SinCos, IsWithin08UlpBesideMultiplesOfAQuarterTurn) {
  long double worst = 0;
  for (int n = -640'000; n <= 640'000; n += 7) {
    const double angle = n * (std::numbers::pi / 4);
    if (std::abs(angle) >= 1e6) continue;
    for (const double near : {std::nextafter(angle, -INFINITY), angle, std::nextafter(angle, INFINITY)})
      worst = std::max(worst, worst_error(near));
  }
  EXPECT_LT(worst, 0.8L);
}

TEST(SinCos, IsRightAtAnyAngle) {
  Random random(2);
  for (const double size : {1e6, 1e9, 1e15, 1e22, 1e300})
    for (int i = 0; i < 1000; ++i) EXPECT_LT(worst_error(random.uniform(size / 10, size)), 1.0L);
}

TEST(SinCos, IsExactAtZeroAndOddAndEven) {
  EXPECT_EQ(sin_cos(0.0).sin, 0.0);
  EXPECT_EQ(sin_cos(0.0).cos, 1.0);
  for (const double angle : {0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 700.0}) {
    EXPECT_EQ(sin_cos(-angle).sin, -sin_cos(angle).sin) << angle;
    EXPECT_EQ(sin_cos(-angle).cos, sin_cos(angle).cos) << angle;
  }
}

}  // namespace
}  // namespace invdyn::test
