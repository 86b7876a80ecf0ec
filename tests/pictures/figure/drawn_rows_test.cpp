// Rows that are kept for a figure: all of a few, and the extremes of many.

#include "pictures/figure/drawn_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace invdyn::test {
namespace {

// A slow sine with a peak of one row.
Block rows_from(std::size_t first, std::size_t count, std::size_t peak) {
  Block block(1, count);
  block.rows = count;
  for (std::size_t k = 0; k < count; ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    block.t[row] = 1e-3 * static_cast<double>(first + k);
    block.tau(row, 0) = first + k == peak ? 7 : std::sin(1e-5 * static_cast<double>(first + k));
  }
  return block;
}

CsvTable kept(std::size_t count, std::size_t at_a_time, std::size_t peak, double average = 0) {
  DrawnRows rows("motion.csv", OutputColumns({"pivot"}, {Quantity::tau}), average);
  for (std::size_t first = 0; first < count; first += at_a_time)
    rows.take(rows_from(first, std::min(at_a_time, count - first), peak));
  return rows.table();
}

TEST(DrawnRows, KeepsFewRowsAsTheyAre) {
  const CsvTable table = kept(1000, 300, 400);
  ASSERT_EQ(table.rows, 1000u);
  EXPECT_EQ(table.columns.at(0).name, "tau_pivot");
  for (std::size_t k = 0; k < table.rows; ++k) {
    EXPECT_EQ((*table.time)[k], 1e-3 * static_cast<double>(k));
    EXPECT_EQ(table.columns[0].values[k], k == 400 ? 7 : std::sin(1e-5 * static_cast<double>(k)));
  }
}

// Of 1000 rows of 1 ms, means over 20 ms: 49, and an incomplete one. The peak adds 7 / 20 to its mean.
TEST(DrawnRows, KeepsMeans) {
  const CsvTable table = kept(1000, 300, 405, 0.02);
  ASSERT_EQ(table.rows, 49u);
  for (std::size_t k = 0; k < table.rows; ++k) {
    const double middle = 0.02 * static_cast<double>(k) + 0.0095;
    EXPECT_NEAR((*table.time)[k], middle, 1e-12);
    EXPECT_NEAR(table.columns[0].values[k], std::sin(1e-2 * middle) + (k == 20 ? 0.35 : 0), 1e-3);
  }
}

TEST(DrawnRows, KeepsTheExtremesOfManyRowsInBoundedMemory) {
  const std::size_t count = 5'000'000, peak = 1'234'567;
  const CsvTable table = kept(count, 65'536, peak), other = kept(count, 999'983, peak);
  EXPECT_LE(table.rows, 2'000'000u);
  const auto& values = table.columns.at(0).values;
  const auto largest = std::max_element(values.begin(), values.end());
  EXPECT_EQ(*largest, 7);
  EXPECT_EQ((*table.time)[static_cast<std::size_t>(largest - values.begin())], 1e-3 * peak);
  EXPECT_EQ(table.time->front(), 0);
  EXPECT_EQ(table.time->back(), 1e-3 * static_cast<double>(count - 1));
  EXPECT_TRUE(std::is_sorted(table.time->begin(), table.time->end()));
  EXPECT_EQ(other.columns[0].values, values);  // for any size of the blocks
}

}  // namespace
}  // namespace invdyn::test
