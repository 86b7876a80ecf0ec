// Fits in one pass, against closed forms and simulated noise.

#include "answers/validation/blocked_sums.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

double gaussian(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform(0, 1))) *
         std::cos(random.uniform(0, 2 * std::numbers::pi));
}

// y = 3 - 2 x over x = 0, 1, ..., rows - 1, with variance of x (rows^2 - 1) / 12.
TEST(BlockedSums, FitsALineExactly) {
  for (const std::size_t rows : {5u, 31u, 32u, 33u, 1000u, 4097u}) {
    BlockedSums sums(3);
    for (std::size_t k = 0; k < rows; ++k) {
      const auto x = static_cast<double>(k);
      const std::array<double, 3> row{1, x, 3 - 2 * x};
      sums.add(row.data());
    }
    const auto n = static_cast<double>(rows);
    EXPECT_EQ(sums.rows(), rows);
    EXPECT_NEAR(sums.mean(1), (n - 1) / 2, 1e-10 * n);
    EXPECT_NEAR(sums.variance(1), (n * n - 1) / 12, 1e-9 * n * n);
    EXPECT_NEAR(sums.correlation(1, 2), -1, 1e-9);
    const LinearFit fit = sums.fit(2, {0, 1});
    EXPECT_NEAR(fit.coefficients[0], 3, 1e-8);
    EXPECT_NEAR(fit.coefficients[1], -2, 1e-10);
    EXPECT_NEAR(fit.residual_squares, 0, 1e-8 * n * n * n);
  }
}

TEST(BlockedSums, LeavesOutAVariableThatDependsOnOthers) {
  BlockedSums sums(4);
  for (int k = 0; k < 100; ++k) {
    const double x = std::sin(0.1 * k);
    const std::array<double, 4> row{1, x, 2 * x - 1, 5 * x + 1};
    sums.add(row.data());
  }
  const LinearFit fit = sums.fit(3, {0, 1, 2});
  EXPECT_NEAR(fit.coefficients[1], 5, 1e-9);
  EXPECT_EQ(fit.coefficients[2], 0);
  EXPECT_TRUE(std::isinf(fit.errors[2]));
  EXPECT_EQ(fit.t_ratio(2), 0);
}

TEST(BlockedSums, DoesNotKnowErrorsOfAFewRows) {
  BlockedSums sums(2);
  for (int k = 0; k < 7; ++k) {
    const std::array<double, 2> row{1, static_cast<double>(k % 2)};
    sums.add(row.data());
  }
  EXPECT_TRUE(std::isinf(sums.fit(1, {0}).errors[0]));
}

// 400 logs of 2000 rows, with noise of a correlation of 0.9 from row to row on a slow motion: 95 % intervals
// of slope and offset hold the true values in 92 to 98 % of the logs. Errors that take rows as independent
// would be too small by a factor of up to 4 and hold them in about 40 %.
TEST(BlockedSums, HasErrorsThatHoldForCorrelatedNoise) {
  Random random(1);
  constexpr int logs = 400;
  constexpr double quantile = 2.07;  // Student, 95 %, 22 degrees of freedom: 16 to 32 blocks less two
  int slope_hits = 0, offset_hits = 0;
  for (int log = 0; log < logs; ++log) {
    BlockedSums sums(3);
    double noise = gaussian(random);
    const double phase = random.uniform(0, 6);
    for (int k = 0; k < 2000; ++k) {
      noise = 0.9 * noise + std::sqrt(1 - 0.81) * gaussian(random);
      const double x = std::sin(0.021 * k + phase) + 0.5 * std::sin(0.05 * k);
      const std::array<double, 3> row{1, x, 2 + 3 * x + noise};
      sums.add(row.data());
    }
    const LinearFit fit = sums.fit(2, {0, 1});
    offset_hits += std::abs(fit.coefficients[0] - 2) < quantile * fit.errors[0];
    slope_hits += std::abs(fit.coefficients[1] - 3) < quantile * fit.errors[1];
  }
  for (const int hits : {slope_hits, offset_hits}) {
    EXPECT_GE(hits, 0.92 * logs);
    EXPECT_LE(hits, 0.98 * logs);
  }
}

}  // namespace
}  // namespace invdyn::test
