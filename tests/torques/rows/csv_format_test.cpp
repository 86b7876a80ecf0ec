// Torques as CSV: the output can be read back, to the last bit.

#include "torques/rows/csv_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "support/csv_reader.h"
#include "torques/rows/row_writer.h"
#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

// A block with these values of every joint for every quantity, at t = 0, 1, 2, ...
Block block_of(const std::vector<Column>& joints) {
  Block block(joints.size(), joints[0].size());
  block.rows = joints[0].size();
  block.last = true;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    block.t[k] = static_cast<double>(row);
    for (std::size_t j = 0; j < joints.size(); ++j)
      for (const Quantity quantity : all_quantities)
        values(block, quantity)(k, static_cast<Eigen::Index>(j)) = joints[j][row];
  }
  return block;
}

std::string written(const std::vector<std::string>& joints, const std::vector<Quantity>& quantities,
                    const std::vector<Block>& blocks) {
  const TemporaryFolder folder;
  OutputFile file(folder / "out.csv");
  const CsvFormat format({joints, quantities});
  RowWriter writer(file, format);
  for (const Block& block : blocks) writer.take(block);
  file.commit();
  return folder.read("out.csv");
}

TEST(CsvFormat, WritesTimeThenEachQuantityOfEachJoint) {
  Block block = block_of({{0, 0}, {0, 0}});
  block.tau << 1, 2,  //
      3, 4;
  block.q << 5, 6,  //
      7, 8;
  EXPECT_EQ(written({"shoulder", "elbow"}, {Quantity::tau, Quantity::q}, {block}),
            "t,tau_shoulder,tau_elbow,q_shoulder,q_elbow\n"
            "0,1,2,5,6\n"
            "1,3,4,7,8\n");
}

TEST(CsvFormat, KnowsAllQuantities) {
  EXPECT_EQ(written({"a"}, {Quantity::q, Quantity::dq, Quantity::ddq, Quantity::tau}, {}),
            "t,q_a,dq_a,ddq_a,tau_a\n");
}

// History rows belong to an earlier block, look-ahead rows to the next one.
TEST(CsvFormat, WritesOnlyTheOwnRowsOfABlock) {
  Block block = block_of({{10, 11, 12, 13, 14}});
  block.before = 2;
  block.after = 1;
  EXPECT_EQ(written({"a"}, {Quantity::tau}, {block}), "t,tau_a\n2,12\n3,13\n");
}

TEST(CsvFormat, PutsOddNamesInQuotes) {
  EXPECT_EQ(written({"left, upper", "the \"big\" one", "blank ", "in side", "plain"}, {Quantity::tau}, {}),
            "t,\"tau_left, upper\",\"tau_the \"\"big\"\" one\",\"tau_blank \",tau_in side,tau_plain\n");
}

// The shortest digits that identify the double, as in the literature: 5e-324 is the smallest double, 2^53 =
// 9007199254740992, 1/3 needs 16 digits, 0.1 + 0.2 is not 0.3.
TEST(CsvFormat, WritesTheShortestDigits) {
  const double third = 1.0 / 3;
  EXPECT_EQ(written({"a"}, {Quantity::tau},
                    {block_of({{0.1, third, 0.1 + 0.2, 0x1p53, 5e-324, 1e22, -2.5, 100, -0.0}})}),
            "t,tau_a\n0,0.1\n1,0.3333333333333333\n2,0.30000000000000004\n3,9007199254740992\n4,5e-324\n"
            "5,1e+22\n6,-2.5\n7,100\n8,-0\n");
}

TEST(CsvFormat, WritesNumbersThatReadBackExactly) {
  using Double = std::numeric_limits<double>;
  Column odd{0.1, -0.0, 1.0 / 3, Double::min(), Double::denorm_min(), Double::max(), -Double::max(), 1e23};
  std::mt19937_64 random(20261120);
  while (odd.size() < 2000) {
    const auto value = std::bit_cast<double>(random());  // of every magnitude
    if (std::isfinite(value)) odd.push_back(value);
  }
  const std::vector<std::string> names{"shoulder, left", "the \"big\" one"};
  const Column reversed(odd.rbegin(), odd.rend());
  const std::string text =
      written(names, {Quantity::tau, Quantity::ddq, Quantity::q, Quantity::dq}, {block_of({odd, reversed})});
  Rows rows;
  const TemporaryFolder folder;
  const Robot robot =
      arm_of({{names[0], JointType::prismatic}, {names[1], JointType::prismatic}});  // no angles: no sines
  CsvReader reader(folder.write("motion.csv", text), robot, {}, [](const std::string&) {});
  Block block(2, odd.size() + 1);
  reader.fill(block);
  append_own_rows(block, rows);
  ASSERT_EQ(rows.t.size(), odd.size());
  for (std::size_t k = 0; k < odd.size(); ++k) {
    const auto bits = std::bit_cast<std::uint64_t>(odd[k]), other = std::bit_cast<std::uint64_t>(reversed[k]);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.q[0][k]), bits) << odd[k];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.dq[0][k]), bits) << odd[k];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.ddq[0][k]), bits) << odd[k];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(rows.q[1][k]), other) << reversed[k];
  }
}

}  // namespace
}  // namespace invdyn::test
