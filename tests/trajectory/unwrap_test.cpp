// --unwrap: whole turns that a logger took off an angle are put back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "number.h"
#include "trajectory/run_csv.h"

namespace invdyn::test {
namespace {

using Column = std::vector<double>;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr double turn = 2 * std::numbers::pi;

Rows run_wheel(const Column& q, bool unwrap, JointType type = JointType::continuous,
               const CsvSettings& csv = {}) {
  std::string text = "t,wheel\n";
  for (std::size_t k = 0; k < q.size(); ++k) text += std::to_string(k) + ',' + shortest(q[k]) + '\n';
  return run_csv(text, arm_of({{"wheel", type}}), {.csv = csv, .unwrap = unwrap});
}

Column unwrapped(const Column& q) {
  return run_wheel(q, true).q[0];
}

// Four turns forward, then six back: seven steps to the turn, so that no two rows lie half a turn apart.
Column there_and_back() {
  Column q;
  for (int k = 0; k <= 28; ++k) q.push_back(0.2 + turn * k / 7);
  for (int k = 27; k >= -14; --k) q.push_back(0.2 + turn * k / 7);
  return q;
}

// The largest angle is 25.4 rad, of which a few units in the last place are 1e-14 rad.
constexpr double rounding = 1e-14;

void expect_near(const Column& angles, const Column& expected) {
  ASSERT_EQ(angles.size(), expected.size());
  for (std::size_t k = 0; k < angles.size(); ++k) EXPECT_NEAR(angles[k], expected[k], rounding) << k;
}

TEST(Unwrap, UndoesWrappingAtHalfATurn) {
  Column wrapped;
  for (const double q : there_and_back()) wrapped.push_back(std::remainder(q, turn));
  ASSERT_LE(*std::max_element(wrapped.begin(), wrapped.end()), turn / 2);
  expect_near(unwrapped(wrapped), there_and_back());
}

TEST(Unwrap, UndoesWrappingAtAFullTurn) {
  Column wrapped;
  for (const double q : there_and_back()) wrapped.push_back(q - turn * std::floor(q / turn));
  ASSERT_GE(*std::min_element(wrapped.begin(), wrapped.end()), 0);
  expect_near(unwrapped(wrapped), there_and_back());
}

TEST(Unwrap, UndoesWrappingInDegrees) {
  Column degrees;
  for (const double q : there_and_back()) degrees.push_back(std::remainder(q * 360 / turn, 360));
  const CsvSettings in_degrees{.degrees = true, .grid = {}, .scheme = {}};
  expect_near(run_wheel(degrees, true, JointType::revolute, in_degrees).q[0], there_and_back());
}

TEST(Unwrap, LeavesTheAngleOfTheFirstRow) {
  EXPECT_THAT(unwrapped({100, 101, 99}), ElementsAre(100, 101, 99));
}

TEST(Unwrap, LeavesJumpsOfLessThanHalfATurn) {
  EXPECT_THAT(unwrapped({0, 3.1, 0, -3.1, 0}), ElementsAre(0, 3.1, 0, -3.1, 0));
}

TEST(Unwrap, TakesOffAsManyTurnsAsMakeTheJumpSmallest) {
  EXPECT_THAT(unwrapped({0, 2 * turn + 0.1, 0.2}),
              ElementsAre(0, DoubleNear(0.1, rounding), DoubleNear(0.2, rounding)));
}

TEST(Unwrap, LeavesWhatSlides) {
  EXPECT_THAT(run_wheel({0, 9, -9}, true, JointType::prismatic).q[0], ElementsAre(0, 9, -9));
}

TEST(Unwrap, IsNotDoneUnasked) {
  EXPECT_THAT(run_wheel({3, -3, 3}, false).q[0], ElementsAre(3, -3, 3));
}

// From 3 rad to -3 rad is 2 pi - 6 rad forward, so that the second velocity is that over 1 s.
TEST(Unwrap, ComesBeforeDifferences) {
  EXPECT_THAT(run_wheel({3, -3}, true).dq[0], ElementsAre(0, DoubleEq(turn - 3 - 3)));
}

}  // namespace
}  // namespace invdyn::test
