#include "trajectory/data/noise_gain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "ground/base/error.h"
#include "trajectory/data/low_pass.h"
#include "trajectory/data/not_a_knot_spline.h"

namespace invdyn::test {
namespace {

constexpr double pi = std::numbers::pi;

// By hand: the root of the sum of the squares of the weights, (1, -1) / h, (1, -2, 1) / h^2, (1, 0, -1) / 2h.
// Backward differences delay the velocity by half a step and the acceleration by a step. A sinusoid keeps the
// fraction sinc(f h), sinc^2(f h), sinc(2 f h) of its amplitude, with sinc(x) = sin(pi x) / (pi x). sinc is
// 1/sqrt(2) at x = 0.442946; sinc^2 is at 0.318917.
TEST(NoiseGain, OfDifferencesAgreesWithTheComputationByHand) {
  const double h = 0.002;
  const Responses backward = responses({.scheme = Scheme::backward}, h);
  EXPECT_FALSE(backward.q);
  EXPECT_NEAR(backward.dq->noise_gain * h, std::sqrt(2), 1e-14);
  EXPECT_NEAR(backward.ddq->noise_gain * h * h, std::sqrt(6), 1e-14);
  EXPECT_NEAR(backward.dq->delay, h / 2, 1e-15);
  EXPECT_NEAR(backward.ddq->delay, h, 1e-15);
  EXPECT_NEAR(backward.dq->bandwidth * h, 0.442946, 1e-6);
  EXPECT_NEAR(backward.ddq->bandwidth * h, 0.318917, 1e-6);
  const Responses central = responses({.scheme = Scheme::central}, h);
  EXPECT_NEAR(central.dq->noise_gain * h, std::sqrt(0.5), 1e-14);
  EXPECT_NEAR(central.ddq->noise_gain * h * h, std::sqrt(6), 1e-14);
  EXPECT_EQ(central.dq->delay, 0);
  EXPECT_EQ(central.ddq->delay, 0);
  EXPECT_NEAR(central.dq->bandwidth * h, 0.442946 / 2, 1e-6);
  EXPECT_NEAR(central.ddq->bandwidth * h, 0.318917, 1e-6);
}

TEST(NoiseGain, OfGivenVelocitiesRefersToThem) {
  const Responses found = responses({.scheme = Scheme::backward, .known = Known::q_dq}, 0.01);
  EXPECT_FALSE(found.q || found.dq);
  EXPECT_NEAR(found.ddq->noise_gain, std::sqrt(2) / 0.01, 1e-12);
  EXPECT_NEAR(found.ddq->delay, 0.005, 1e-15);
  const Responses given = responses({.scheme = Scheme::given, .known = Known::q_dq_ddq}, 0.01);
  EXPECT_FALSE(given.q || given.dq || given.ddq);
}

// For a quadratic over n = 2 m + 1 rows: the first derivative has weights i / S, S = sum i^2 = m (m+1) (2m+1)
// / 3, so the gain is 1 / sqrt(S); the second has 2 (n i^2 - S) / (n sum i^4 - S^2).
TEST(NoiseGain, OfAFitAgreesWithTheComputationByHand) {
  const double h = 0.5;
  for (const std::size_t m : {1U, 2U, 10U, 50U}) {
    double n = 0, squares = 0, fourths = 0;
    for (auto i = -static_cast<double>(m); i <= static_cast<double>(m); ++i) {
      n += 1;
      squares += i * i;
      fourths += i * i * i * i;
    }
    const Responses found = responses({.scheme = Scheme::savitzky_golay, .fit = {2 * m + 1, 2}}, h);
    EXPECT_NEAR(found.dq->noise_gain * h * std::sqrt(squares), 1, 1e-12);
    EXPECT_NEAR(found.ddq->noise_gain * h * h / 2 * std::sqrt((fourths - squares * squares / n)), 1, 1e-12);
    EXPECT_EQ(found.dq->delay, 0);
    EXPECT_EQ(found.ddq->delay, 0);
  }
}

// White noise through the code that filters and differentiates. A standard deviation from n rows that depend
// on their neighbours is known to about 2 / sqrt(n / rows per period).
TEST(NoiseGain, AgreesWithFilteredWhiteNoise) {
  const double h = 0.01;
  constexpr std::size_t rows = 400'000, ends = 1000;
  struct Case {
    Differentiation how;
    std::optional<double> lowpass;
  };
  for (const Case& way : {Case{{.scheme = Scheme::backward}, {}}, Case{{.scheme = Scheme::central}, {}},
                          Case{{.scheme = Scheme::savitzky_golay, .fit = {11, 3}}, {}},
                          Case{{.scheme = Scheme::central}, 5}, Case{{.scheme = Scheme::backward}, 20},
                          Case{{.scheme = Scheme::savitzky_golay, .fit = {7, 4}}, 12}}) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    Block block(1, rows);
    block.rows = rows;
    block.last = true;
    for (std::size_t k = 0; k < rows; ++k) {
      block.t[static_cast<Eigen::Index>(k)] = h * static_cast<double>(k);
      block.q(static_cast<Eigen::Index>(k), 0) = normal(random);
    }
    if (way.lowpass) LowPass(*way.lowpass, h).apply({block.q.data(), rows});
    Differentiation how = way.how;
    how.step = h;
    differentiate(how, block, "noise");
    const auto deviation = [&](const Eigen::ArrayXXd& values) {
      return std::sqrt(values.col(0).segment(ends, rows - 2 * ends).square().mean());
    };
    const Responses found = responses(way.how, h, way.lowpass);
    EXPECT_EQ(found.q.has_value(), way.lowpass.has_value());
    if (found.q) {
      EXPECT_NEAR(deviation(block.q) / found.q->noise_gain, 1, 0.02);
    }
    EXPECT_NEAR(deviation(block.dq) / found.dq->noise_gain, 1, 0.02);
    EXPECT_NEAR(deviation(block.ddq) / found.ddq->noise_gain, 1, 0.02);
  }
}

// A sinusoid at the bandwidth keeps 1/sqrt(2) of its derivative's amplitude.
TEST(NoiseGain, BandwidthHalvesThePowerOfASinusoid) {
  const double h = 0.01;
  struct Case {
    Differentiation how;
    std::optional<double> lowpass;
  };
  for (const Case& way : {Case{{.scheme = Scheme::backward}, {}}, Case{{.scheme = Scheme::central}, {}},
                          Case{{.scheme = Scheme::savitzky_golay, .fit = {21, 3}}, {}},
                          Case{{.scheme = Scheme::central}, 3}, Case{{.scheme = Scheme::central}, 0.05}}) {
    const Responses found = responses(way.how, h, way.lowpass);
    if (found.q) {
      EXPECT_NEAR(found.q->bandwidth, *way.lowpass, 1e-9);
    }
    for (const int order : {1, 2}) {
      const double omega = 2 * pi * (order == 1 ? found.dq : found.ddq)->bandwidth;
      const auto rows = static_cast<std::size_t>(60 / (omega * h)) + 500;
      Block block(2, rows);
      block.rows = rows;
      block.last = true;
      for (std::size_t k = 0; k < rows; ++k)
        for (Eigen::Index j = 0; j < 2; ++j)
          block.q(static_cast<Eigen::Index>(k), j) =
              std::sin(omega * h * static_cast<double>(k) + static_cast<double>(j) * pi / 2);
      if (way.lowpass)
        for (std::size_t j = 0; j < 2; ++j)
          LowPass(*way.lowpass, h).apply({block.q.data() + j * block.capacity, rows});
      Differentiation how = way.how;
      how.step = h;
      differentiate(how, block, "sinusoid");
      const Eigen::ArrayXXd& derivative = order == 1 ? block.dq : block.ddq;
      const auto middle = static_cast<Eigen::Index>(rows / 2);
      const double amplitude = std::hypot(derivative(middle, 0), derivative(middle, 1));
      EXPECT_NEAR(amplitude / std::pow(omega, order), std::sqrt(0.5), 2e-6) << order;
    }
  }
}

TEST(NoiseGain, NeedsACutoffBelowHalfTheRate) {
  EXPECT_THROW(responses({.scheme = Scheme::central}, 0.01, 50), UsageError);
}

// The same by impulses: each measured row in turn is 1 and all others are 0. They go through the spline, the
// filter and the differences like positions. The result in a row is the weight of that measured row. The gain
// is the root of the mean sum of squares over rows in the middle, which the ends do not affect.
struct Gains {
  double q, dq, ddq;
};
Gains gains_by_impulses(const Differentiation& how, const std::vector<double>& measured, double step,
                        std::optional<double> lowpass) {
  const auto rows = static_cast<std::size_t>((measured.back() - measured.front()) / step) + 1;
  std::vector<double> times(rows), impulse(measured.size(), 0);
  for (std::size_t k = 0; k < rows; ++k) times[k] = measured.front() + static_cast<double>(k) * step;
  Differentiation even = how;
  even.step = step;
  const auto first = static_cast<Eigen::Index>(2 * rows / 5), count = static_cast<Eigen::Index>(rows / 5);
  Gains sums{0, 0, 0};
  for (double& value : impulse) {
    value = 1;
    Block block(1, rows);
    block.rows = rows;
    block.last = true;
    NotAKnotSpline(measured, impulse).evaluate(times, {block.q.data(), rows});
    if (lowpass) LowPass(*lowpass, step).apply({block.q.data(), rows});
    differentiate(even, block, "impulse");
    sums.q += block.q.col(0).segment(first, count).square().mean();
    sums.dq += block.dq.col(0).segment(first, count).square().mean();
    sums.ddq += block.ddq.col(0).segment(first, count).square().mean();
    value = 0;
  }
  return {std::sqrt(sums.q), std::sqrt(sums.dq), std::sqrt(sums.ddq)};
}

// Periodic steps, so that all parts of the file are equal.
std::vector<double> times_of(std::size_t rows, const std::vector<double>& steps) {
  std::vector<double> times{3};
  while (times.size() < rows) times.push_back(times.back() + steps[times.size() % steps.size()]);
  return times;
}

TEST(NoiseGain, OfResampledRowsAgreesWithImpulses) {
  const std::vector<std::vector<double>> patterns{{0.01}, {0.01, 0.004, 0.013}};
  for (const std::vector<double>& steps : patterns) {
    const std::vector<double> measured = times_of(301, steps);
    for (const double step : {0.005, 0.0071, 0.016})
      for (const std::optional<double> lowpass : {std::optional<double>(), std::optional(15.0)})
        for (const Differentiation& how :
             {Differentiation{.scheme = Scheme::backward}, Differentiation{.scheme = Scheme::central},
              Differentiation{.scheme = Scheme::savitzky_golay, .fit = {7, 3}}}) {
          const Gains expected = gains_by_impulses(how, measured, step, lowpass);
          const Responses found = responses(how, step, lowpass, measured);
          const std::string which = std::to_string(steps.size()) + " steps, to " + std::to_string(step) +
                                    " s, low-pass " + std::to_string(lowpass.value_or(0));
          // Each uses its own mean over phases.
          EXPECT_NEAR(found.q->noise_gain / expected.q, 1, 0.02) << which;
          EXPECT_NEAR(found.dq->noise_gain / expected.dq, 1, 0.02) << which;
          EXPECT_NEAR(found.ddq->noise_gain / expected.ddq, 1, 0.02) << which;
        }
  }
}

// At the times of the measured rows the spline has their values: resampling changes nothing.
TEST(NoiseGain, EqualsTheMeasuredRowsOnTheirOwnGrid) {
  const std::vector<double> measured = times_of(100, {0.01});
  for (const int stride : {1, 3})
    for (const Scheme scheme : {Scheme::backward, Scheme::central}) {
      const double step = 0.01 * stride;
      const Responses direct = responses({.scheme = scheme}, step);
      const Responses resampled = responses({.scheme = scheme}, step, {}, measured);
      EXPECT_NEAR(resampled.q->noise_gain, 1, 1e-9);
      EXPECT_NEAR(resampled.dq->noise_gain, direct.dq->noise_gain, 1e-9 * direct.dq->noise_gain);
      EXPECT_NEAR(resampled.ddq->noise_gain, direct.ddq->noise_gain, 1e-9 * direct.ddq->noise_gain);
      EXPECT_EQ(resampled.ddq->delay, direct.ddq->delay);
      EXPECT_NEAR(resampled.ddq->bandwidth, direct.ddq->bandwidth, 1e-9);
    }
}

// Through a spline with points H apart, a sinusoid of angle w per point keeps (sin(w/2) / (w/2))^4 * 3 / (2 +
// cos w) of its amplitude, which is 1/sqrt(2) at w = 2.7794. Differences of close rows cause no further loss.
TEST(NoiseGain, OfResampledRowsReportsTheSplinesBandwidth) {
  const double w = 2.7794;
  const double left = std::pow(std::sin(w / 2) / (w / 2), 4) * 3 / (2 + std::cos(w));
  ASSERT_NEAR(left, 1 / std::sqrt(2), 1e-3);
  const std::vector<double> measured = times_of(100, {0.01});
  const Responses found = responses({.scheme = Scheme::central}, 1e-5, {}, measured);
  for (const auto& response : {found.q, found.dq, found.ddq})
    EXPECT_NEAR(response->bandwidth, w / (2 * pi * 0.01), 0.1);
}

// At a low cut-off only the density of the noise matters. It is the density of the measured rows, as no row
// is skipped.
TEST(NoiseGain, AfterALowPassUsesTheMeasuredRate) {
  const std::vector<double> measured = times_of(400, {0.01});
  for (const double step : {0.003, 0.007}) {
    const Responses resampled = responses({.scheme = Scheme::central}, step, 0.5, measured);
    const Responses direct = responses({.scheme = Scheme::central}, 0.01, 0.5);
    EXPECT_NEAR(resampled.ddq->noise_gain / direct.ddq->noise_gain, 1, 0.01);
    EXPECT_NEAR(resampled.ddq->bandwidth, 0.5, 0.01);
  }
  EXPECT_FALSE(reaches_too_far(0.01, 0.01, measured));
  EXPECT_TRUE(reaches_too_far(1e-6, 0.01, measured));
}

}  // namespace
}  // namespace invdyn::test
