// Marks of axes: their places, and their texts, which must match the places.

#include "pictures/figure/tics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "ground/text/number.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

Extent extent(std::initializer_list<double> values, bool logarithmic = false) {
  Extent result;
  for (const double value : values) result.take(value, logarithmic);
  return result;
}

std::vector<std::string> texts(const Scale& scale) {
  std::vector<std::string> result;
  for (const Tic& tic : scale.tics)
    if (!tic.text.empty()) result.push_back(tic.text);
  return result;
}

TEST(Scale, HasRoundMarks) {
  EXPECT_THAT(texts(scale_for(extent({0, 2}), {})), ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0"));
  EXPECT_THAT(texts(scale_for(extent({-70, 63}), {})), ElementsAre("-50", "0", "50"));
}

TEST(Scale, OfTimesReachesToTheFirstSample) {
  const ScaleChoice times{.marks_first = true};
  const Scale late = scale_for(extent({0.002, 0.998}), times);
  EXPECT_THAT(texts(late), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_EQ(late.minimum, 0);
  EXPECT_EQ(late.maximum, 1);
  const Scale later = scale_for(extent({0.1386, 0.6}), times);
  EXPECT_EQ(later.minimum, 0.1386);
  EXPECT_THAT(texts(later), ElementsAre("0.14", "0.2", "0.3", "0.4", "0.5", "0.6"));
  EXPECT_THAT(texts(scale_for(extent({0.17, 0.6}), times)), ElementsAre("0.2", "0.3", "0.4", "0.5", "0.6"));
  EXPECT_THAT(
      texts(scale_for(extent({0.002, 0.998}), {.minimum = 0.002, .maximum = 0.998, .marks_first = true})),
      ElementsAre("0.2", "0.4", "0.6", "0.8"));
}

TEST(Scale, WritesSmallAndLargeNumbersWithAPowerOfTen) {
  const Scale small = scale_for(extent({0, 4.26e-4}), {});
  EXPECT_EQ(small.exponent, -4);
  EXPECT_THAT(texts(small), ElementsAre("0", "1", "2", "3", "4"));
  const Scale large = scale_for(extent({0, 250000}), {});
  EXPECT_EQ(large.exponent, 5);
  EXPECT_THAT(texts(large), ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0", "2.5"));
  EXPECT_EQ(scale_for(extent({0, 0.05}), {}).exponent, 0);
}

TEST(Scale, ContainsItsMarksWithMatchingTexts) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> power(-12, 12), sign(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    const double a = sign(random) * std::pow(10, power(random)),
                 b = sign(random) * std::pow(10, power(random));
    const Extent data = extent({a, b});
    const Scale scale = scale_for(data, {.margin = 0.05});
    EXPECT_LE(scale.minimum, data.minimum());
    EXPECT_GE(scale.maximum, data.maximum());
    EXPECT_GE(scale.tics.size(), 2u) << a << " " << b;
    EXPECT_LE(scale.tics.size(), 6u) << a << " " << b;
    const double range = scale.maximum - scale.minimum;
    for (const Tic& tic : scale.tics) {
      EXPECT_GE(tic.at, scale.minimum - 1e-6 * range);
      EXPECT_LE(tic.at, scale.maximum + 1e-6 * range);
      EXPECT_NEAR(*parse_finite(tic.text + "e" + std::to_string(scale.exponent)), tic.at, 1e-9 * range);
    }
  }
}

TEST(Scale, HasAtLeastTwoMarks) {
  EXPECT_THAT(texts(scale_for(extent({-40, 48}), {.max_tics = 4})),
              ElementsAre("-40", "-20", "0", "20", "40"));
}

TEST(Scale, HasAWidthForOnePointOrNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Extent& data : {extent({}), extent({nan}), extent({0}), extent({5}), extent({-3, -3}),
                             extent({9.81, 9.81 + 1e-15}), extent({1e300, -1e300}), extent({1e-310})}) {
    const Scale scale = scale_for(data, {.margin = 0.05});
    EXPECT_LT(scale.minimum, scale.maximum);
    EXPECT_GE(scale.tics.size(), 2u);
    if (!data.empty()) {
      EXPECT_LE(scale.minimum, data.minimum());
      EXPECT_GE(scale.maximum, data.maximum());
    }
  }
}

TEST(Scale, MarksTheFirstWholeNumberAndEachOfFew) {
  const auto counted = [](std::initializer_list<double> values) {
    return texts(scale_for(extent(values), {.margin = 0.03, .marks_first = true}));
  };
  EXPECT_THAT(counted({1, 2, 8}), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8"));
  EXPECT_THAT(counted({1, 100}), ElementsAre("1", "20", "40", "60", "80", "100"));
  EXPECT_THAT(counted({0, 100}), ElementsAre("0", "20", "40", "60", "80", "100"));
  EXPECT_THAT(counted({16, 100}), ElementsAre("20", "40", "60", "80", "100"));  // 16 would touch 20
  EXPECT_THAT(counted({1, 2.5, 8}), ElementsAre("2", "4", "6", "8"));
  EXPECT_THAT(texts(scale_for(extent({1, 100}), {.minimum = 10, .marks_first = true})),
              ElementsAre("10", "20", "40", "60", "80", "100"));
}

TEST(Scale, KeepsFixedEnds) {
  const Scale scale = scale_for(extent({-5, 20}), {.minimum = 0, .maximum = 10, .margin = 0.05});
  EXPECT_EQ(scale.minimum, 0);
  EXPECT_EQ(scale.maximum, 10);
  // Data beyond the one fixed end.
  EXPECT_GT(scale_for(extent({-5, -4}), {.minimum = 0}).maximum, 0);
}

TEST(LogarithmicScale, MarksPowersOfTen) {
  const Scale scale = scale_for(extent({2e-7, 3e-4}, true), {.logarithmic = true});
  EXPECT_THAT(texts(scale), ElementsAre("1e-6", "1e-5", "1e-4"));
  EXPECT_THAT(texts(scale_for(extent({0.5, 30}, true), {.logarithmic = true})),
              ElementsAre("0.5", "1", "2", "5", "10", "20"));
}

TEST(LogarithmicScale, RefusesValuesNotAboveZero) {
  EXPECT_TRUE(extent({0, -1}, true).empty());
  EXPECT_EQ(extent({0, 3, -1}, true).minimum(), 3);
  EXPECT_FALSE(texts(scale_for(extent({}), {.logarithmic = true})).empty());
}

}  // namespace
}  // namespace invdyn::test
