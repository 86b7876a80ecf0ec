// Noise of a known level on motions, and motions without noise.

#include "trajectory/data/noise_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

struct Log {
  Column t, q;
};

// `position` of the time, at `rate` Hz.
template <class Position>
Log log_of(std::size_t rows, double rate, const Position& position, double jitter = 0) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(-jitter, jitter);
  Log log;
  for (std::size_t k = 0; k < rows; ++k) {
    log.t.push_back((static_cast<double>(k) + part(random)) / rate);
    log.q.push_back(position(log.t.back()));
  }
  return log;
}

double swing(double t) {
  return 0.8 * std::sin(2 * t) + 0.3 * std::sin(5 * t);
}

// From rest to rest every second, a third of the time each for acceleration, constant speed and braking.
double trapezoid(double t) {
  const double whole = std::floor(t), s = t - whole;
  const double moved = s < 1.0 / 3   ? 2.25 * s * s
                       : s < 2.0 / 3 ? 1.5 * s - 0.25
                                     : 1 - 2.25 * (1 - s) * (1 - s);
  return whole + moved;
}

TEST(NoiseLevel, IsTheStandardDeviationOfWhiteNoise) {
  std::mt19937 random(6);
  for (const double jitter : {0.0, 0.3})
    for (const double deviation : {1e-5, 1e-3}) {
      std::normal_distribution<double> noise(0, deviation);
      Log log = log_of(2000, 200, swing, jitter);
      for (double& q : log.q) q += noise(random);
      EXPECT_NEAR(noise_level(log.t, log.q), deviation, 0.15 * deviation);
      EXPECT_NEAR(noise_level(log.t, log.q, 64), deviation, 0.15 * deviation) << "in runs";
    }
}

// Rounding to steps of s has the variance s^2 / 12 where the motion crosses many steps [Widrow 1956].
TEST(NoiseLevel, SeesCountsOfAnEncoder) {
  const double step = 1e-3;
  Log log = log_of(3000, 200, swing);
  for (double& q : log.q) q = step * std::round(q / step);
  EXPECT_NEAR(noise_level(log.t, log.q), step / std::sqrt(12.0), 0.15 * step / std::sqrt(12.0));
  EXPECT_NEAR(quantization_step(log.q), step, 1e-12);
}

// Differences of order m of a motion shrink with the m-th power of the step, down to rounding.
TEST(NoiseLevel, IsNextToNothingForCleanMotions) {
  for (const double rate : {50.0, 1000.0})
    for (const auto position : {swing, trapezoid})
      for (const double jitter : {0.0, 0.3}) {
        if (position == trapezoid && jitter > 0) continue;  // its corners are between the rows
        const Log log = log_of(400, rate, position, jitter);
        EXPECT_LT(noise_level(log.t, log.q), 1e-8) << rate << " Hz";
      }
}

TEST(NoiseLevel, IsZeroAtRestAndForFewRows) {
  Column t(30), moving(30);
  for (std::size_t k = 0; k < t.size(); ++k) {
    t[k] = static_cast<double>(k);
    moving[k] = static_cast<double>(k % 2);
  }
  EXPECT_EQ(noise_level(t, Column(30, 0.7)), 0);
  EXPECT_GT(noise_level(t, moving), 0.1);
  EXPECT_EQ(noise_level(std::span(t).first(24), std::span(moving).first(24)), 0);
  EXPECT_EQ(noise_level({}, {}), 0);
}

TEST(NoiseLevel, FindsNoStepsInContinuousValues) {
  const Log log = log_of(500, 100, swing);
  EXPECT_EQ(quantization_step(log.q), 0);
  EXPECT_EQ(quantization_step(Column(10, 1.5)), 0);
}

}  // namespace
}  // namespace invdyn::test
