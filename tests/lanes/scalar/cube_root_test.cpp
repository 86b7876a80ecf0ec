#include "lanes/scalar/cube_root.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Error in units of the last place, relative to the root in extended precision.
long double root_error(double x) {
  const double root = cube_root(x);
  const double ulp = std::nextafter(root, INFINITY) - root;
  return std::abs(root - std::cbrt(static_cast<long double>(x))) / ulp;
}

TEST(CubeRoot, IsWithin051UlpAtAnyMagnitude) {
  Random random(1);
  long double worst = 0;
  for (int exponent = -1074; exponent < 1024; ++exponent)
    for (int i = 0; i < 100; ++i)
      worst = std::max(worst, root_error(std::ldexp(random.uniform(1, 2), exponent)));
  EXPECT_LE(worst, 0.51L);
}

TEST(CubeRoot, IsWithin051UlpNearPowersOfEightAndAtTheRangeEnds) {
  for (const double power : {0x1p-900, 0.125, 1.0, 8.0, 64.0, 0x1p900})
    for (const double x : {std::nextafter(power, 0.0), power, std::nextafter(power, INFINITY)})
      EXPECT_LE(root_error(x), 0.51L) << x;
  using Limits = std::numeric_limits<double>;
  for (const double x : {Limits::denorm_min(), Limits::min(), Limits::max()})
    EXPECT_LE(root_error(x), 0.51L) << x;
}

// The last of these is the largest integer with a cube that is a double.
TEST(CubeRoot, IsExactOfEveryCube) {
  for (double n = 1; n <= 208063; ++n)
    for (const int exponent : {-300, 0, 300})
      ASSERT_EQ(cube_root(std::ldexp(n * n * n, 3 * exponent)), std::ldexp(n, exponent)) << n;
}

TEST(CubeRoot, OfZeroAndInfinityIsTheArgument) {
  EXPECT_EQ(cube_root(0), 0);
  EXPECT_EQ(cube_root(INFINITY), INFINITY);
}

}  // namespace
}  // namespace invdyn::test
