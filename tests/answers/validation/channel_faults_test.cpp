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

}  // namespace
}  // namespace invdyn::test
