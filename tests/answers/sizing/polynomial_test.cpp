#include "answers/sizing/polynomial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace invdyn::test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// (s - 1)(s - 2)(s - 3)(s - 4)
TEST(Crossings, AreAtTheFactors) {
  const Quartic product{24, -50, 35, -10, 1};
  EXPECT_THAT(
      crossings(product, 0, bound_of_zeros(product)),
      ElementsAre(DoubleNear(1, 1e-13), DoubleNear(2, 1e-13), DoubleNear(3, 1e-13), DoubleNear(4, 1e-13)));
  EXPECT_THAT(crossings(product, 1.5, 3.5), ElementsAre(DoubleNear(2, 1e-13), DoubleNear(3, 1e-13)));
  EXPECT_THAT(crossings(Quartic{1, 0, 1, 0, 0}, 0, 10), IsEmpty());
  EXPECT_THAT(crossings(Quartic{5, 0, 0, 0, 0}, 0, 10), IsEmpty());
}

TEST(Crossings, AtABoundAreTheBound) {
  const std::array<double, 2> rising{0, 1}, falling{0, -1};
  EXPECT_THAT(crossings(rising, -1, 0), ElementsAre(0));
  EXPECT_THAT(crossings(falling, 0, 1), ElementsAre(0));
  EXPECT_THAT(crossings(std::array<double, 6>{0, 0, 0, -1, 0, 1}, -2, 2),
              ElementsAre(DoubleNear(-1, 1e-13), DoubleNear(0, 1e-13), DoubleNear(1, 1e-13)));
}

// 1e8 and 1e-8: the textbook formula loses all digits of the small root.
TEST(Zeros, LoseNoDigitsByCancellation) {
  const Zeros zeros = zeros_of({1, -(1e8 + 1e-8), 1});
  ASSERT_EQ(zeros.count, 2u);
  EXPECT_DOUBLE_EQ(zeros.values[0], 1e8);
  EXPECT_DOUBLE_EQ(zeros.values[1], 1e-8);
  EXPECT_EQ(zeros_of({0, 2, -6}).values[0], 3);
  EXPECT_EQ(zeros_of({0, 0, 1}).count, 0u);
  EXPECT_EQ(zeros_of({1, 0, 1}).count, 0u);
  EXPECT_EQ(zeros_of({1, 0, -4}).count, 2u);
}

TEST(Intervals, AreJoinedIfTheyTouch) {
  IntervalSet set;
  set.insert(1, 2);
  set.insert(4, 5);
  set.insert(7, 8);
  EXPECT_THAT(set.intervals(), ElementsAre(Pair(1, 2), Pair(4, 5), Pair(7, 8)));
  set.insert(2, 3);
  set.insert(4.5, 4.6);
  EXPECT_THAT(set.intervals(), ElementsAre(Pair(1, 3), Pair(4, 5), Pair(7, 8)));
  set.insert(3.5, 7);
  EXPECT_THAT(set.intervals(), ElementsAre(Pair(1, 3), Pair(3.5, 8)));
  EXPECT_TRUE(set.covers(1.5, 3));
  EXPECT_FALSE(set.covers(2, 4));
  set.insert(0, 10);
  EXPECT_THAT(set.intervals(), ElementsAre(Pair(0, 10)));
}

}  // namespace
}  // namespace invdyn::test
