#include "lanes/scalar/sin_cos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Distance of `value` from the true value in units of the last place of the nearest double.
long double error_in_ulp(double value, long double truth) {
  const double nearest = static_cast<double>(truth);
  const double ulp = std::nextafter(std::abs(nearest), INFINITY) - std::abs(nearest);
  return std::abs(value - truth) / ulp;
}

// Compared with the C library in extended precision, which is accurate to half a unit of its own last place.
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

// If the result is nearly zero, most of the angle cancels in the reduction.
TEST(SinCos, IsWithin08UlpNearMultiplesOfAQuarterTurn) {
  long double worst = 0;
  for (int n = -640'000; n <= 640'000; n += 7) {
    const double angle = n * (std::numbers::pi / 4);
    if (std::abs(angle) >= 1e6) continue;
    for (const double near : {std::nextafter(angle, -INFINITY), angle, std::nextafter(angle, INFINITY)})
      worst = std::max(worst, worst_error(near));
  }
  EXPECT_LT(worst, 0.8L);
}

TEST(SinCos, IsCorrectAtAnyAngle) {
  Random random(2);
  for (const double size : {1e6, 1e9, 1e15, 1e22, 1e300})
    for (int i = 0; i < 1000; ++i) EXPECT_LT(worst_error(random.uniform(size / 10, size)), 0.8L);
}

// The double nearest to any multiple of pi/2 [Muller, Elementary Functions, 3rd ed. 2016, sec. 11.3.2],
// similar ones with large and small exponents, and the ends of the range.
TEST(SinCos, IsCorrectWithMaximumCancellation) {
  for (const double angle : {std::ldexp(6381956970095103.0, 797), std::ldexp(5319372648326541.0, 416),
                             std::ldexp(7074237752028440.0, 27), 0x1.fffffffffffffp+1023, 1e6, 0x1p20, -1e6,
                             std::nextafter(1e6, 0.0), -std::ldexp(6381956970095103.0, 797)})
    EXPECT_LT(worst_error(angle), 0.8L) << angle;
}

TEST(SinCos, IsNanForNonFiniteAngles) {
  for (const double angle : {static_cast<double>(INFINITY), static_cast<double>(NAN)}) {
    EXPECT_TRUE(std::isnan(sin_cos(angle).sin)) << angle;
    EXPECT_TRUE(std::isnan(sin_cos(angle).cos)) << angle;
  }
}

// The two methods of reduction must agree, with an error below 0.8 ulp each.
TEST(SinCos, OfLargeAnglesIsAlsoCorrectBelowTheLimit) {
  Random random(3);
  for (int i = 0; i < 10'000; ++i) {
    const double angle = random.uniform(0x1p19, 1e6);
    EXPECT_LT(error_in_ulp(sin_cos_of_large(angle).sin, std::sin(static_cast<long double>(angle))), 0.8L);
  }
}

TEST(SinCos, IsExactAtZeroAndOddAndEven) {
  EXPECT_EQ(sin_cos(0.0).sin, 0.0);
  EXPECT_EQ(sin_cos(0.0).cos, 1.0);
  for (const double angle : {0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 700.0, 2e6, 1e300}) {
    EXPECT_EQ(sin_cos(-angle).sin, -sin_cos(angle).sin) << angle;
    EXPECT_EQ(sin_cos(-angle).cos, sin_cos(angle).cos) << angle;
  }
}

}  // namespace
}  // namespace invdyn::test
