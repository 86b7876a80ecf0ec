// Peak and RMS torque. The RMS is over time, by the trapezoidal rule: sqrt(sum of (t_k - t_{k-1}) (tau_k^2 +
// tau_{k-1}^2) / 2, over the duration). Expected numbers are computed with this rule by hand.

#include "torques/rows/torque_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trajectory/files/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;

Block block_of(const Column& t, const std::vector<Column>& tau) {
  Block block(tau.size(), t.size());
  block.rows = t.size();
  for (std::size_t row = 0; row < t.size(); ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    block.t[k] = t[row];
    for (std::size_t j = 0; j < tau.size(); ++j) block.tau(k, static_cast<Eigen::Index>(j)) = tau[j][row];
  }
  return block;
}

const Robot& one() {
  static const Robot robot = arm_of({{"x"}});
  return robot;
}

TorqueSummary summary_of(const Column& t, const Column& tau) {
  TorqueSummary summary(one());
  summary.take(block_of(t, {tau}));
  return summary;
}

double rms(const TorqueSummary& summary) {
  return summary.rms(summary.joints()[0]);
}

TEST(TorqueSummary, PeakIsTheLargestMagnitudeWithItsSignAndTime) {
  const TorqueSummary summary = summary_of({0, 0.5, 2, 3}, {1, 3, -7, 6});
  EXPECT_EQ(summary.joints()[0].peak, -7);
  EXPECT_EQ(summary.joints()[0].peak_time, 2);
}

TEST(TorqueSummary, PeakIsTheFirstOfSeveral) {
  const TorqueSummary summary = summary_of({1, 2, 3, 4}, {1, 5, -5, 5});
  EXPECT_EQ(summary.joints()[0].peak, 5);
  EXPECT_EQ(summary.joints()[0].peak_time, 2);
}

TEST(TorqueSummary, PeakOfNoTorqueIsAtTheBeginning) {
  const TorqueSummary summary = summary_of({4, 5}, {0, 0});
  EXPECT_EQ(summary.joints()[0].peak, 0);
  EXPECT_EQ(summary.joints()[0].peak_time, 4);
}

TEST(TorqueSummary, RmsOfAConstantIsItsMagnitude) {
  EXPECT_EQ(rms(summary_of({0, 1, 3, 7}, {-4, -4, -4, -4})), 4);
}

// (1 (1 + 9) / 2 + 4 (9 + 1) / 2) / 5 = 25 / 5
TEST(TorqueSummary, RmsIsWeightedWithTime) {
  EXPECT_DOUBLE_EQ(rms(summary_of({0, 1, 5}, {1, -3, 1})), std::sqrt(5));
}

TEST(TorqueSummary, RmsDoesNotDependOnWhenTheMotionBegins) {
  EXPECT_DOUBLE_EQ(rms(summary_of({100, 101, 105}, {1, -3, 1})), std::sqrt(5));
}

// Over whole periods the trapezoidal rule is exact for sin^2, with the mean 1/2.
TEST(TorqueSummary, RmsOfASineIsItsAmplitudeOverRootTwo) {
  Column t, tau;
  for (int k = 0; k <= 40; ++k) {
    t.push_back(0.05 * k);
    tau.push_back(10 * std::sin(2 * std::numbers::pi * 0.05 * k));
  }
  EXPECT_NEAR(rms(summary_of(t, tau)), 10 / std::numbers::sqrt2, 1e-13);
}

TEST(TorqueSummary, OneRowIsItsOwnPeakAndRms) {
  const TorqueSummary summary = summary_of({2}, {-3});
  EXPECT_EQ(summary.joints()[0].peak, -3);
  EXPECT_EQ(summary.joints()[0].peak_time, 2);
  EXPECT_EQ(rms(summary), 3);
}

// History rows are in two blocks; each must count once.
TEST(TorqueSummary, UsesTheOwnRowsOfEachBlock) {
  TorqueSummary summary(one());
  Block first = block_of({0, 1, 5}, {{1, -3, 99}});
  first.after = 1;
  Block second = block_of({0, 1, 5}, {{99, 99, 1}});
  second.before = 2;
  summary.take(first);
  summary.take(second);
  EXPECT_EQ(summary.joints()[0].peak, -3);
  EXPECT_DOUBLE_EQ(rms(summary), std::sqrt(5));
}

// 3.536 is sqrt((3^2 + 4^2) / 2).
TEST(TorqueSummary, TableHasALinePerJointWithUnits) {
  TorqueSummary summary(arm_of({{"shoulder"}, {"z", JointType::prismatic}}));
  summary.take(block_of({0, 0.5}, {{3, -4}, {123.456, 123.456}}));
  EXPECT_EQ(summary.table().text(TableFormat::table),
            "joint      peak  at (s)    RMS  unit\n"
            "shoulder     -4     0.5  3.536  N m\n"
            "z         123.5       0  123.5  N\n");
}

// 4 of 16 N m are 25 %.
TEST(TorqueSummary, TableHasLimitsOfEffortWhereTheRobotHasThem) {
  Limits limits;
  limits.effort = 16;
  TorqueSummary summary(arm_of({{"shoulder", JointType::revolute, limits}, {"z", JointType::prismatic}}));
  summary.take(block_of({0, 0.5}, {{3, -4}, {123.456, 123.456}}));
  EXPECT_EQ(summary.table().text(TableFormat::table),
            "joint      peak  at (s)    RMS  unit  limit  % of limit\n"
            "shoulder     -4     0.5  3.536  N m      16          25\n"
            "z         123.5       0  123.5  N\n");
}

// 150 of 200 N are 75 %; 3.536 is sqrt((3^2 + 4^2) / 2), and 106.1 is 150 / sqrt(2).
TEST(TorqueSummary, TableBeginsWithTheWrenchOnAFloatingBase) {
  TorqueSummary summary(one(), 200);
  Block block = block_of({0, 0.5}, {{3, -4}});
  block.hold_base(true);
  block.base.wrench.setZero();
  block.base.wrench.col(2) << 0, 150;
  block.base.wrench.col(4) << -4, 3;
  summary.take(block);
  EXPECT_EQ(summary.table().text(TableFormat::table),
            "joint    peak  at (s)    RMS  unit  % of weight\n"
            "base_fx     0       0      0  N               0\n"
            "base_fy     0       0      0  N               0\n"
            "base_fz   150     0.5  106.1  N              75\n"
            "base_nx     0       0      0  N m\n"
            "base_ny    -4       0  3.536  N m\n"
            "base_nz     0       0      0  N m\n"
            "x          -4     0.5  3.536  N m\n");
}

// In orbit nothing has a weight.
TEST(TorqueSummary, TableHasNoPartOfNoWeight) {
  TorqueSummary summary(one(), 0);
  Block block = block_of({0}, {{3}});
  block.hold_base(true);
  block.base.wrench.setZero();
  summary.take(block);
  EXPECT_EQ(summary.table().text(TableFormat::table).substr(0, 33), "joint    peak  at (s)  RMS  unit\n");
}

TEST(TorqueSummary, TableHasRoomForLongTimes) {
  TorqueSummary summary(one());
  summary.take(block_of({0, 1234.5678}, {{0, 1}}));
  EXPECT_EQ(summary.table().text(TableFormat::table),
            "joint  peak    at (s)     RMS  unit\n"
            "x         1  1234.568  0.7071  N m\n");
}

}  // namespace
}  // namespace invdyn::test
