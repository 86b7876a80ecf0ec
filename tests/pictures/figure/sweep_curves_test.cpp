// The curves of a sweep's table.

#include "pictures/figure/sweep_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ground/base/error.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

CsvTable sweep(std::vector<CsvTable::Column> columns) {
  CsvTable table;
  table.file = "sweep.csv";
  table.rows = columns.front().values.size();
  table.columns = std::move(columns);
  return table;
}

TEST(SweepCurves, KnowsASweepByItsColumns) {
  EXPECT_TRUE(is_sweep({"payload", "status", "joint", "limit", "margin", "time", "file", "margin_elbow"}));
  EXPECT_FALSE(is_sweep({"t", "payload", "margin_elbow"}));
  EXPECT_FALSE(is_sweep({"joint", "limit", "margin", "status"}));
}

TEST(SweepCurves, HasATableForEachOtherCondition) {
  const SweepCurves curves = sweep_curves(
      sweep({{"payload", {0, 0, 2, 2}}, {"speed", {1, 1.5, 1, 1.5}}, {"margin_elbow", {4, 3, 2, 1}}}));
  EXPECT_EQ(curves.x_label, "payload (kg)");
  ASSERT_EQ(curves.tables.size(), 2u);
  EXPECT_EQ(curves.tables[0].file, "speed 1");
  EXPECT_EQ(curves.tables[1].file, "speed 1.5");
  EXPECT_THAT(*curves.tables[1].time, ElementsAre(0, 2));
  ASSERT_EQ(curves.tables[1].columns.size(), 1u);
  EXPECT_EQ(curves.tables[1].columns[0].name, "margin_elbow");
  EXPECT_THAT(curves.tables[1].columns[0].values, ElementsAre(3, 1));
}

TEST(SweepCurves, AreOverTheFirstConditionThatVariesInIncreasingOrder) {
  const SweepCurves curves = sweep_curves(
      sweep({{"payload", {1, 1, 1}}, {"gear_ratio", {120, 80, 100}}, {"margin_elbow", {3, 1, 2}}}));
  EXPECT_EQ(curves.x_label, "gear ratio");
  ASSERT_EQ(curves.tables.size(), 1u);
  EXPECT_THAT(*curves.tables[0].time, ElementsAre(80, 100, 120));
  EXPECT_THAT(curves.tables[0].columns[0].values, ElementsAre(1, 2, 3));
}

TEST(SweepCurves, RefusesWhatNoFigureShows) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(sweep_curves(sweep({{"payload", {0, none}}, {"margin_elbow", {1, 2}}})), Error);
  EXPECT_THROW(sweep_curves(sweep({{"payload", {}}, {"margin_elbow", {}}})), Error);
  std::vector<double> numbers(1002);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  EXPECT_THROW(sweep_curves(sweep({{"payload", numbers}, {"speed", numbers}, {"margin_elbow", numbers}})),
               Error);
}

}  // namespace
}  // namespace invdyn::test
