// Velocities and accelerations from polynomials fitted to windows of rows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ground/matrix/decompositions.h"
#include "ground/text/number.h"
#include "trajectory/data/local_polynomial.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

Rows fitted(const Column& t, const Column& q, LocalFit fit, std::optional<double> step = {}) {
  std::string text = "t,x\n";
  for (std::size_t row = 0; row < t.size(); ++row) text += shortest(t[row]) + ',' + shortest(q[row]) + '\n';
  Way way;
  way.csv.scheme = Scheme::savitzky_golay;
  way.fit = fit;
  if (step) way.csv.grid = TimeGrid::with_step(*step);
  return run_csv(text, arm_of({{"x", JointType::prismatic}}), way);
}

void expect_near(const Column& values, const Column& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    EXPECT_NEAR(values[k], expected[k], tolerance) << "row " << k;
}

Column multiples(std::size_t count, double step) {
  Column values;
  for (std::size_t k = 0; k < count; ++k) values.push_back(static_cast<double>(k) * step);
  return values;
}

// The weights of an impulse's neighbours, as in the tables: Savitzky & Golay 1964, tables V and VII, with the
// corrections of Steinier, Termonia & Deltour 1972 (Anal. Chem. 44, 1906); rows 1 s apart.
void expect_weights(LocalFit fit, const Column& first, double first_norm, const Column& second,
                    double second_norm) {
  LocalPolynomial polynomial(fit);
  const std::size_t half = fit.window / 2;
  Column times = multiples(fit.window, 1);
  for (double& t : times) t -= static_cast<double>(half);
  polynomial.take_times(times);
  for (std::size_t i = 0; i < fit.window; ++i) {
    if (i == half) continue;  // it follows from the other weights
    Column rows(fit.window, 0);
    rows[i] = 1;
    const auto derivatives = polynomial.derivatives(rows.data(), half);
    EXPECT_NEAR(derivatives.first, first[i] / first_norm, 1e-15) << i;
    EXPECT_NEAR(derivatives.second, second[i] / second_norm, 1e-15) << i;
  }
}

TEST(SavitzkyGolay, HasTheWeightsOfTheTables) {
  expect_weights({5, 2}, {-2, -1, 0, 1, 2}, 10, {2, -1, -2, -1, 2}, 7);
  expect_weights({7, 2}, {-3, -2, -1, 0, 1, 2, 3}, 28, {5, 0, -3, -4, -3, 0, 5}, 42);
  expect_weights({5, 4}, {1, -8, 0, 8, -1}, 12, {-1, 16, -30, 16, -1}, 12);
  expect_weights({7, 3}, {22, -67, -58, 0, 58, 67, -22}, 252, {5, 0, -3, -4, -3, 0, 5}, 42);
}

// scipy 1.10.1 (numpy 1.24.2): savgol_filter(q, 7, 3, deriv=1 and 2, delta=0.5), and (q, 5, 4, ...), with its
// mode "interp" at the ends.
TEST(SavitzkyGolay, AgreesWithScipy) {
  const Column q{0, 1, 4, 2, -3, 5, 8, 6, 7, -1, 0, 3};
  const Column t = multiples(12, 0.5);
  for (const bool by_step : {false, true}) {
    const std::optional<double> step = by_step ? std::optional(0.5) : std::nullopt;
    const Rows seven = fitted(t, q, {7, 3}, step);
    EXPECT_EQ(seven.q[0], q);
    expect_near(seven.dq[0],
                {9.8650793650793478, 2.0793650793650684, -2.0396825396825413, -2.4920634920634939,
                 2.6349206349206353, 6.6666666666666705, 6.3015873015873058, -4.1746031746031758,
                 -7.1269841269841292, -5.1031746031745531, 1.2539682539683312, 11.944444444444551},
                1e-12);
    expect_near(seven.ddq[0],
                {-19.23809523809523, -11.904761904761889, -4.5714285714285481, 2.7619047619047645,
                 2.4761904761904803, 1.9047619047619082, -5.7142857142857082, -7.9999999999999885,
                 -0.28571428571427693, 8.3809523809524329, 17.047619047619104, 25.714285714285776},
                1e-12);
    const Rows five = fitted(t, q, {5, 4}, step);
    expect_near(five.dq[0],
                {-9.1666666666667922, 7.8333333333333108, 1.8333333333333224, -10, 3.3333333333333259,
                 13.999999999999982, -0.33333333333336235, -0.33333333333336412, -8.0000000000000107,
                 -8.8333333333333393, 10.500000000000213, -9.1666666666660888},
                2e-12);
    expect_near(five.ddq[0],
                {69.000000000000298, 5.0000000000001279, -23.000000000000014, -16.666666666666661,
                 63.333333333333336, -26.000000000000036, -22.6666666666667, 18.66666666666665,
                 -46.000000000000014, 44.333333333333343, 16.333333333333911, -111.66666666666563},
                5e-12);
  }
}

// A polynomial of the order of the fit is reproduced in every row, including the ends.
TEST(SavitzkyGolay, IsExactOnPolynomialsAtAnyTimes) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  for (const LocalFit fit : {LocalFit{3, 2}, {5, 2}, {5, 4}, {9, 3}, {9, 8}, {21, 3}, {101, 2}, {101, 8}})
    for (const bool even : {true, false}) {
      Column t{0}, q, dq, ddq;
      while (t.size() < 130) t.push_back(t.back() + (even ? 0.01 : 0.01 * uniform(random)));
      for (const double time : t) {  // sum of c_n (time - 0.6)^n
        const double x = time - 0.6;
        double value = 0, first = 0, second = 0;
        for (std::size_t n = fit.order + 1; n-- > 0;) {
          second = second * x + 2 * first;
          first = first * x + value;
          value = value * x + (n % 2 ? 1.0 : -0.7) * (1 + static_cast<double>(n));
        }
        q.push_back(value);
        dq.push_back(first);
        ddq.push_back(second);
      }
      SCOPED_TRACE(std::to_string(fit.window) + "," + std::to_string(fit.order));
      const Rows rows = fitted(t, q, fit);
      // Rounding of q, 1e-16 of up to 3, divided by a step of 0.01 s once and twice; high orders amplify it
      // at the ends.
      const double magnified = fit.order == 8 && fit.window == 9 ? 300 : 10;
      expect_near(rows.dq[0], dq, 1e-12 * magnified);
      expect_near(rows.ddq[0], ddq, 1e-9 * magnified);
    }
}

// Least squares by orthogonal factors of the matrix of powers, row by row: another way to the same
// polynomial.
TEST(SavitzkyGolay, FitsUnevenRowsByLeastSquares) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  constexpr std::size_t count = 40;
  const LocalFit fit{11, 4};
  Column t{5}, q;
  while (t.size() < count) t.push_back(t.back() + uniform(random));
  for (std::size_t k = 0; k < count; ++k) q.push_back(uniform(random));
  const Rows rows = fitted(t, q, fit);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t first = std::min(std::max<std::size_t>(k, 5) - 5, count - fit.window);
    Eigen::MatrixXd powers(11, 5);
    Eigen::VectorXd values(11);
    for (Eigen::Index i = 0; i < 11; ++i) {
      const std::size_t row = first + static_cast<std::size_t>(i);
      values[i] = q[row];
      for (Eigen::Index n = 0; n < 5; ++n) powers(i, n) = std::pow(t[row] - t[k], static_cast<double>(n));
    }
    const Eigen::VectorXd polynomial = least_squares(powers, values);
    EXPECT_NEAR(rows.dq[0][k], polynomial[1], 1e-9 * (1 + std::abs(polynomial[1]))) << k;
    EXPECT_NEAR(rows.ddq[0][k], 2 * polynomial[2], 1e-9 * (1 + std::abs(polynomial[2]))) << k;
  }
}

TEST(SavitzkyGolay, GivesNoMotionForAConstant) {
  const Rows rows = fitted(multiples(60, 0.001), Column(60, 1234.5), {25, 3});
  EXPECT_EQ(rows.dq[0], Column(60, 0));
  EXPECT_EQ(rows.ddq[0], Column(60, 0));
}

TEST(SavitzkyGolay, UsesAGivenStepInsteadOfTheTimes) {
  const Column t{0, 1, 3, 4, 8, 9, 13}, q{0, 1, 4, 9, 16, 25, 36};
  expect_near(fitted(t, q, {5, 2}, 0.5).dq[0], {0, 4, 8, 12, 16, 20, 24}, 1e-12);
  expect_near(fitted(t, q, {5, 2}, 0.5).ddq[0], Column(7, 8), 1e-12);
}

// Unused positions may have any value; dq = 1 + 2 t.
TEST(SavitzkyGolay, FitsGivenVelocitiesForAccelerations) {
  Block block(1, 7);
  block.rows = 7;
  block.last = true;
  for (Eigen::Index k = 0; k < 7; ++k) {
    block.t[k] = static_cast<double>(k * k + k);
    block.dq(k, 0) = 1 + 2 * block.t[k];
    block.q(k, 0) = 1e9;
  }
  differentiate({.scheme = Scheme::savitzky_golay, .known = Known::q_dq, .fit = {5, 3}}, block, "motion.csv");
  for (Eigen::Index k = 0; k < 7; ++k) {
    EXPECT_NEAR(block.ddq(k, 0), 2, 1e-12);
    EXPECT_EQ(block.dq(k, 0), 1 + 2 * block.t[k]);
  }
}

TEST(SavitzkyGolay, NeedsAWindowOfRows) {
  Way way;
  way.csv.scheme = Scheme::savitzky_golay;
  way.fit = {7, 2};
  EXPECT_THAT(
      error_of_csv("t,x\n0,1\n1,1\n2,1\n3,1\n4,1\n5,1\n", arm_of({{"x"}}), way),
      testing::HasSubstr("motion.csv: has 6 data rows: expected at least 7 rows for the finite differences"));
  EXPECT_EQ(fitted(multiples(7, 1), Column(7, 1), {7, 2}).t.size(), 7U);
}

}  // namespace
}  // namespace invdyn::test
