#include "trajectory/data/not_a_knot_spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

Column spline(const Column& t, const Column& values, const Column& at) {
  Column result(at.size());
  NotAKnotSpline(t, values).evaluate(at, result);
  return result;
}

void expect_near(const Column& values, const Column& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k], expected[k], tolerance) << k;
}

const Column times{0, 1, 3, 3.5, 7, 8, 8.25, 10}, values{0, 1, 4, 2, -3, 5, 8, 6};

// scipy 1.10.1 (numpy 1.24.2): CubicSpline(times, values)(at), which also has "not-a-knot" ends.
TEST(NotAKnotSpline, AgreesWithScipy) {
  expect_near(spline(times, values, {0, 0.5, 1, 2, 3.25, 5, 6.5, 7.75, 8.125, 9, 10}),
              {0, -0.02170248757591553, 1, 3.8694479602429297, 3.1148849004693733, -4.0458317793476652,
               -4.8238614109188092, 2.3838556090301797, 6.4692001548268561, 15.488476036432491, 6},
              1e-13);
  expect_near(spline({0, 1, 3, 3.5}, {0, 1, 4, 2}, {0.5, 2, 3.25}),
              {0.035714285714285754, 3.6857142857142859, 3.2325892857142855}, 1e-14);
  expect_near(spline({0, 1, 3}, {0, 1, 4}, {0.5, 2, 3}), {0.45833333333333326, 2.3333333333333335, 4}, 1e-15);
}

TEST(NotAKnotSpline, IsExactOnCubics) {
  const auto cubic = [](double t) { return 1 - 2 * t + 0.5 * t * t - 0.125 * t * t * t; };
  Column at, on_points, expected;
  for (const double t : times) on_points.push_back(cubic(t));
  for (int k = 0; k <= 100; ++k) {
    at.push_back(0.1 * k);
    expected.push_back(cubic(at.back()));
  }
  expect_near(spline(times, on_points, at), expected, 1e-12);
}

TEST(NotAKnotSpline, PassesThroughItsPoints) {
  expect_near(spline(times, values, times), values, 1e-14);
}

TEST(NotAKnotSpline, OfFewPointsIsALineOrAConstant) {
  expect_near(spline({1, 3}, {5, 6}, {1, 2, 3}), {5, 5.5, 6}, 1e-15);
  EXPECT_EQ(spline({1}, {5}, {1}), Column{5});
}

// The error of a cubic spline decreases with the fourth power of the step.
TEST(NotAKnotSpline, ConvergesWithTheFourthPower) {
  const auto error = [](std::size_t points) {
    Column t, y, at;
    for (std::size_t k = 0; k < points; ++k) {
      const double u = static_cast<double>(k) / static_cast<double>(points - 1);
      t.push_back(u + 0.1 * u * u);
      y.push_back(std::sin(5 * t.back()));
    }
    for (int k = 0; k <= 1000; ++k) at.push_back(1.1 * k / 1000);
    const Column result = spline(t, y, at);
    double maximum = 0;
    for (std::size_t k = 0; k < at.size(); ++k)
      maximum = std::max(maximum, std::abs(result[k] - std::sin(5 * at[k])));
    return maximum;
  };
  EXPECT_NEAR(std::log2(error(41) / error(81)), 4, 0.3);
}

}  // namespace
}  // namespace invdyn::test
