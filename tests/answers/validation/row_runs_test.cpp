// The rows that are kept of a log: all of a short one, evenly spread runs of a long one.

#include "answers/validation/row_runs.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

// t is the number of the row, q and measured are multiples of it.
void take(RowRuns& rows, std::size_t first, std::size_t count, std::size_t gap = 0) {
  Block block(2, count);
  block.rows = count;
  block.hold_measured(true);
  block.after_gap.assign(count, 0);
  if (gap > 0) block.after_gap[gap] = 1;
  for (std::size_t k = 0; k < count; ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    block.t[at] = static_cast<double>(first + k);
    block.q(at, 0) = 2 * block.t[at], block.measured(at, 1) = 3 * block.t[at];
  }
  rows.take(block);
}

TEST(RowRuns, KeepsAllRowsOfAShortLog) {
  RowRuns rows(2);
  for (std::size_t k = 0; k < 3000; k += 100) take(rows, k, 100);
  ASSERT_EQ(rows.runs().size(), 3u);
  std::size_t next = 0;
  for (const RowRuns::Run& run : rows.runs())
    for (std::size_t k = 0; k < run.rows(); ++k, ++next) {
      EXPECT_EQ(run.t(k), static_cast<double>(next));
      EXPECT_EQ(run.q(k, 0), 2 * run.t(k));
      EXPECT_EQ(run.measured(k, 1), 3 * run.t(k));
    }
  EXPECT_EQ(next, 3000u);
}

TEST(RowRuns, SpreadsRunsOverALongLog) {
  RowRuns rows(2);
  constexpr std::size_t count = 1'000'000, step = 1000;
  for (std::size_t k = 0; k < count; k += step) take(rows, k, step);
  EXPECT_LE(rows.runs().size(), RowRuns::max_runs);
  EXPECT_GE(rows.runs().size(), RowRuns::max_runs / 2);
  const double apart = rows.runs()[1].t(0) - rows.runs()[0].t(0);
  for (std::size_t i = 0; i < rows.runs().size(); ++i) {
    const RowRuns::Run& run = rows.runs()[i];
    EXPECT_EQ(run.t(0), apart * static_cast<double>(i));
    for (std::size_t k = 1; k < run.rows(); ++k) ASSERT_EQ(run.t(k) - run.t(k - 1), 1);
  }
  EXPECT_GT(rows.runs().back().t(0), 0.8 * count);
}

TEST(RowRuns, EndsARunAtAGapAndAtTheEndOfALog) {
  RowRuns rows(2);
  take(rows, 0, 100, 40);
  rows.begin_log();
  take(rows, 0, 50);
  ASSERT_EQ(rows.runs().size(), 3u);
  EXPECT_EQ(rows.runs()[0].rows(), 40u);
  EXPECT_EQ(rows.runs()[1].rows(), 60u);
  EXPECT_EQ(rows.runs()[2].rows(), 50u);
}

}  // namespace
}  // namespace invdyn::test
