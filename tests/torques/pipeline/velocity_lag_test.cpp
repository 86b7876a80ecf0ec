// Velocities that lag behind the positions are noticed in logs with noise, and others are not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "torques/pipeline/simulated_log.h"
#include "trajectory/data/velocity_lag.h"

namespace invdyn::test {
namespace {

using Motion = SimulatedLog::Motion;
using Noise = SimulatedLog::Noise;

constexpr Motion motions[] = {Motion::sines, Motion::smooth_moves, Motion::trapezoids,
                              Motion::trapezoids_with_rests};
constexpr Noise noises[] = {Noise::none,         Noise::counts_12_bits, Noise::counts_16_bits,
                            Noise::three_digits, Noise::white_0_1_mrad, Noise::white_1_mrad,
                            Noise::correlated};

// The lag that is found if the velocities are late by this many rows, and have white noise.
std::optional<double> found_lag(const SimulatedLog& log, std::ptrdiff_t late, std::mt19937_64& random) {
  std::normal_distribution<double> noise(0, 0.01);
  const auto rows = static_cast<std::ptrdiff_t>(log.t.size());
  std::vector<double> dq(log.t.size());
  for (std::ptrdiff_t k = 0; k < rows; ++k)
    dq[static_cast<std::size_t>(k)] =
        log.dq[0][static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(k - late, 0, rows - 1))] +
        noise(random);
  return velocity_lag(log.t, log.logged[0], dq);
}

TEST(VelocityLag, IsNoticedInLogsWithNoise) {
  std::mt19937_64 random(1);
  std::size_t logs = 0, missed = 0;
  for (const double rate : {50.0, 200.0, 1000.0})
    for (const Motion motion : motions)
      for (const Noise noise : noises)
        for (const double lag : {-0.04, 0.06, 0.14}) {
          const SimulatedLog log = simulated_log(1, motion, noise, rate, 12, random);
          const auto found = found_lag(log, std::lround(lag * rate), random);
          ++logs;
          missed += !found || std::abs(*found - lag) > 0.005 + 0.25 / rate;
        }
  EXPECT_EQ(logs, 252U);
  EXPECT_LE(missed, 5U);
}

TEST(VelocityLag, IsNotSeenWhereThereIsNone) {
  std::mt19937_64 random(2);
  for (const double rate : {50.0, 200.0, 1000.0})
    for (const Motion motion : {Motion::still, Motion::sines, Motion::smooth_moves, Motion::trapezoids,
                                Motion::trapezoids_with_rests})
      for (const Noise noise : noises)
        for (int i = 0; i < 4; ++i) {
          const SimulatedLog log = simulated_log(1, motion, noise, rate, 3.0 * (i + 1), random);
          EXPECT_EQ(found_lag(log, 0, random), std::nullopt)
              << static_cast<int>(motion) << ' ' << static_cast<int>(noise) << ' ' << rate;
          EXPECT_EQ(velocity_lag(log.t, log.q[0], log.dq[0]), std::nullopt);
        }
}

// dq_k = (q_k - q_{k-1}) / h is late by half a step.
TEST(VelocityLag, OfBackwardDifferencesDoesNotMatter) {
  std::mt19937_64 random(3);
  for (const double rate : {20.0, 100.0, 1000.0}) {
    const SimulatedLog log = simulated_log(1, Motion::sines, Noise::none, rate, 10, random);
    std::vector<double> dq(log.t.size());
    for (std::size_t k = 1; k < dq.size(); ++k) dq[k] = (log.q[0][k] - log.q[0][k - 1]) * rate;
    EXPECT_EQ(velocity_lag(log.t, log.q[0], dq), std::nullopt) << rate;
  }
}

// sin(2 pi 2 t), late by 0.1 s of its period of 0.5 s, at uneven times.
TEST(VelocityLag, OfAPeriodicMotionIsTheShortestOne) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> jitter(0, 0.009);
  std::vector<double> t, q, dq;
  constexpr double omega = 12.566370614359172;
  for (int k = 0; k < 1000; ++k) {
    t.push_back(0.01 * k + jitter(random));
    q.push_back(std::sin(omega * t.back()));
    dq.push_back(omega * std::cos(omega * (t.back() - 0.1)));
  }
  const auto lag = velocity_lag(t, q, dq);
  ASSERT_TRUE(lag.has_value());
  EXPECT_NEAR(*lag, 0.1, 0.002);
}

// From 0 to 90 rad at up to 60 rad/s: for half of the time, in the middle, the speed is constant.
TEST(VelocityLag, IsNotSeenInRoundingOfAConstantSpeed) {
  std::vector<double> t, q, dq;
  for (int k = 0; k <= 200; ++k) {
    const double time = 0.01 * k, braking = std::max(0.0, time - 1.5);
    t.push_back(time);
    dq.push_back(std::min(120 * time, 60.0) - 120 * braking);
    q.push_back(time < 0.5 ? 60 * time * time : 15 + 60 * (time - 0.5) - 60 * braking * braking);
  }
  EXPECT_EQ(velocity_lag(t, q, dq), std::nullopt);
}

TEST(VelocityLag, NeedsMotion) {
  const std::vector<double> few{0, 1, 2}, zero(1000);
  std::vector<double> t;
  for (int k = 0; k < 1000; ++k) t.push_back(0.01 * k);
  EXPECT_EQ(velocity_lag(few, few, few), std::nullopt);
  EXPECT_EQ(velocity_lag(t, zero, zero), std::nullopt);
  EXPECT_EQ(velocity_lag(t, t, zero), std::nullopt);
  std::vector<double> far = t, huge(1000, 1e300);
  far.back() = 1e300;  // rows that are far apart
  EXPECT_EQ(velocity_lag(far, t, t), std::nullopt);
  EXPECT_EQ(velocity_lag(t, huge, huge), std::nullopt);
}

}  // namespace
}  // namespace invdyn::test
