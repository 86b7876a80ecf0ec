#include "trajectory/data/block.h"

#include <gtest/gtest.h>

#include <array>

namespace invdyn::test {
namespace {

// Each value encodes its row and column, so that any remaining value is detected.
TEST(Block, DropsRowsOfAllItsArrays) {
  Block block(2, 5, 3);
  block.rows = 4;
  const std::array<Eigen::ArrayXXd*, 5> quantities{&block.q, &block.dq, &block.ddq, &block.tau,
                                                   &block.derived};
  for (Eigen::Index row = 0; row < 4; ++row) {
    const auto k = static_cast<double>(row);
    block.line[static_cast<std::size_t>(row)] = static_cast<std::size_t>(row + 10);
    block.t[row] = k;
    for (Eigen::ArrayXXd* quantity : quantities)
      for (Eigen::Index column = 0; column < quantity->cols(); ++column)
        (*quantity)(row, column) = 10 * k + static_cast<double>(column);
  }
  block.drop_rows_before(3);
  EXPECT_EQ(block.rows, 1U);
  EXPECT_EQ(block.first_row, 3U);
  EXPECT_EQ(block.line[0], 13U);
  EXPECT_EQ(block.t[0], 3);
  for (const Eigen::ArrayXXd* quantity : quantities)
    for (Eigen::Index column = 0; column < quantity->cols(); ++column)
      EXPECT_EQ((*quantity)(0, column), 30 + static_cast<double>(column));
}

}  // namespace
}  // namespace invdyn::test
