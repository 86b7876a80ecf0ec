// Channels that stand still.

#include "answers/validation/channel_faults.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace invdyn::test {
namespace {

// The part that is frozen of a channel in steps of a 30th of its range, which stands still from a row on. The
// noise of accelerations makes the computed torque vary by 1 N m from row to row.
double frozen_part(std::size_t last) {
  constexpr std::size_t count = 2000;
  constexpr double step = 1.0 / 15;
  Block block(1, count);
  block.rows = count;
  block.hold_measured(true);
  block.after_gap.assign(count, 0);
  const auto torque = [](std::size_t k) { return std::sin(std::numbers::pi * static_cast<double>(k) / 250); };
  for (std::size_t k = 0; k < count; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    block.t[at] = 1e-3 * static_cast<double>(k), block.dq(at, 0) = 1;
    block.tau(at, 0) = torque(k) + (k % 2 == 0 ? 1 : -1);
    block.measured(at, 0) = step * std::round(torque(std::min(k, last)) / step);
  }
  RowRuns rows(1);
  rows.take(block);
  return standstill(rows, 0).frozen;
}

TEST(Standstill, IsNoCoarseChannel) {
  EXPECT_EQ(frozen_part(2000), 0);
}

// RowRuns keeps runs of 1024 rows.
TEST(Standstill, IsAChannelThatStops) {
  EXPECT_NEAR(frozen_part(1060), 0.47, 0.01);
}

// The part of a log of 2000 rows in which a position is said to be frozen. The torque changes all the time.
template <class Position>
double frozen_part_of(Position position) {
  constexpr std::size_t count = 2000;
  Block block(1, count);
  block.rows = count;
  block.hold_measured(true);
  block.after_gap.assign(count, 0);
  for (std::size_t k = 0; k < count; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    block.t[at] = 0.005 * static_cast<double>(k), block.q(at, 0) = position(k);
    block.measured(at, 0) = std::sin(0.02 * static_cast<double>(k));
  }
  RowRuns rows(1);
  rows.take(block);
  return frozen_position(rows, 0);
}

// To counts of 1e-4 rad, with noise of two of them.
double noisy(double q, std::size_t k) {
  return 1e-4 * std::round(1e4 * q + 2 * std::sin(12.9898 * static_cast<double>(k * k)));
}

double sine(std::size_t k) {
  return 0.5 * std::sin(0.01 * static_cast<double>(k));
}

TEST(FrozenPosition, StandsStillAtSpeed) {
  EXPECT_NEAR(frozen_part_of([](std::size_t k) {
                return noisy(sine(std::min<std::size_t>(k, 900)), std::min<std::size_t>(k, 900));
              }),
              0.55, 0.01);
  // It comes back, with a jump.
  const auto lost = [](std::size_t k) { return k > 200 && k < 700 ? 200 : k; };
  EXPECT_NEAR(frozen_part_of([&](std::size_t k) { return sine(lost(k)); }), 0.25, 0.01);
}

// Of profiles of a step of 1 rad in 300 rows, each followed by a rest: the last one stops with the greatest
// acceleration.
TEST(FrozenPosition, IsNoRest) {
  const auto steps = [](auto profile) {
    return frozen_part_of([=](std::size_t k) {
      const double s = std::min(1.0, static_cast<double>(k % 600) / 300), to = profile(s);
      return k / 600 % 2 == 0 ? to : 1 - to;
    });
  };
  EXPECT_EQ(steps([](double s) { return s * s * s * (10 + s * (-15 + 6 * s)); }), 0);
  EXPECT_EQ(steps([](double s) { return s * s * (3 - 2 * s); }), 0);
  EXPECT_EQ(steps([](double s) {
              return s < 0.1 ? 5 * s * s / 0.9 : s > 0.9 ? 1 - 5 * (1 - s) * (1 - s) / 0.9 : (s - 0.05) / 0.9;
            }),
            0);
  EXPECT_EQ(steps([](double s) { return s < 0.5 ? 2 * s * s : 1 - 2 * (1 - s) * (1 - s); }), 0);
}

}  // namespace
}  // namespace invdyn::test
