// A sample of rows does not depend on how they come in blocks.

#include "torques/pipeline/motion_sample.h"

#include <gtest/gtest.h>

namespace invdyn::test {
namespace {

// Rows of one joint, in which every number is the row's own.
MotionSample sample_of(std::size_t rows, std::size_t in_block) {
  MotionSample sample;
  for (std::size_t begin = 0; begin < rows; begin += in_block) {
    const std::size_t before = std::min<std::size_t>(begin, 2);
    Block block(1, in_block + before);
    block.before = before;
    block.rows = before + std::min(in_block, rows - begin);
    for (std::size_t k = 0; k < block.rows; ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      const auto number = static_cast<double>(begin - before + k);
      block.t[row] = number;
      for (Eigen::ArrayXXd* values : {&block.q, &block.dq, &block.ddq, &block.tau})
        (*values)(row, 0) = number;
    }
    sample.take(block);
  }
  return sample;
}

TEST(MotionSample, HasAllRowsOfAShortTrajectory) {
  const MotionSample sample = sample_of(700, 512);
  ASSERT_EQ(sample.sample().t.size(), 700u);
  for (std::size_t k = 0; k < 700; ++k) EXPECT_EQ(sample.sample().tau[0][k], static_cast<double>(k));
  EXPECT_EQ(sample.rows(), 700u);
  EXPECT_DOUBLE_EQ(sample.step(), 1);
}

TEST(MotionSample, HasRunsOfRowsSpreadOverALongTrajectory) {
  constexpr std::size_t rows = 100003, run = MotionSample::run_rows;
  const MotionSample sample = sample_of(rows, 512);
  const std::vector<double>& t = sample.sample().t;
  EXPECT_GE(t.size(), MotionSample::max_runs / 2 * run);
  EXPECT_LE(t.size(), MotionSample::max_runs * run);
  EXPECT_EQ(t.front(), 0);
  EXPECT_GT(t.back(), 0.85 * rows);
  for (std::size_t k = 0; k < t.size(); ++k) {
    EXPECT_EQ(t[k], t[k - k % run] + static_cast<double>(k % run)) << "runs of consecutive rows";
    if (k >= 2 * run && k % run == 0) {
      EXPECT_EQ(t[k] - t[k - run], t[run] - t[0]) << "evenly spread";
    }
  }
}

TEST(MotionSample, DoesNotDependOnTheBlocks) {
  const MotionSample one = sample_of(9000, 9000), many = sample_of(9000, 37);
  EXPECT_EQ(one.sample().t, many.sample().t);
  EXPECT_EQ(one.sample().ddq, many.sample().ddq);
}

}  // namespace
}  // namespace invdyn::test
