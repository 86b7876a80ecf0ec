// Numbers as text, and the nearest of several names.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <locale>
#include <random>
#include <sstream>

#include "ground/base/nearest_name.h"
#include "ground/text/number.h"

namespace invdyn {
namespace {

using testing::Optional;

constexpr double largest = std::numeric_limits<double>::max();

TEST(ParseFinite, ReadsDecimalNumbers) {
  const struct {
    const char* text;
    double value;
  } cases[]{
      {"0", 0},
      {"1", 1},
      {"+1", 1},
      {"-1", -1},
      {"1.5", 1.5},
      {"+1.5e+1", 15},
      {"1.5E1", 15},
      {"25e-2", 0.25},
      {"5.", 5},
      {".5", 0.5},
      {"-.5", -0.5},
      {"+.5", 0.5},
      {"007", 7},
      {"  1", 1},
      {"1\t ", 1},
      {" \t+1 ", 1},
      {"0.1", 0.1},
      {"0.1000000000000000055511151231257827021181583404541015625", 0.1},  // all digits of that double
      // IEEE 754: the largest double is 1.797693134862315708e308; numbers up to ...5807937e308 round to it.
      {"1.7976931348623157e308", largest},
      {"1.7976931348623158e308", largest},
      {"-1.7976931348623158e308", -largest},
      // The smallest subnormal is 4.94e-324; half of it and less rounds to zero.
      {"5e-324", std::numeric_limits<double>::denorm_min()},
      {"2.5e-324", std::numeric_limits<double>::denorm_min()},
      {"2e-324", 0},
      {"1e-999", 0},
      {"1e-99999999999999999999", 0},
      {"0e999", 0},
  };
  for (const auto& [text, value] : cases) EXPECT_THAT(parse_finite(text), Optional(value)) << text;
}

TEST(ParseFinite, KeepsTheSignOfZero) {
  EXPECT_FALSE(std::signbit(parse_finite("0").value()));
  EXPECT_TRUE(std::signbit(parse_finite("-0").value()));
  EXPECT_TRUE(std::signbit(parse_finite("-1e-999").value()));
}

TEST(ParseFinite, RefusesAnythingButFiniteDecimalNumbers) {
  for (const char* text : {"",
                           " ",
                           "\t",
                           "+",
                           "-",
                           ".",
                           "e5",
                           "1e",
                           "1e+",
                           "nan",
                           "NaN",
                           "-nan",
                           "nan(1)",
                           "inf",
                           "-inf",
                           "+inf",
                           "Inf",
                           "infinity",
                           "1e999",
                           "-1e999",
                           "1.7976931348623159e308",
                           "1e99999999999999999999",
                           "0x10",
                           "0x1p3",
                           "1p3",
                           "1,5",
                           "1.5,",
                           "1,000.5",
                           "1'000",
                           "1_000",
                           "1 000",
                           "++1",
                           "+-1",
                           "-+1",
                           "--1",
                           "- 1",
                           "+ 1",
                           "1.2.3",
                           "1d5",
                           "1f",
                           "1\n",
                           "\n1",
                           "1\r",
                           "one",
                           "\"1\"",
                           "1m",
                           "\xef\xbb\xbf"
                           "1"})
    EXPECT_EQ(parse_finite(text), std::nullopt) << '"' << text << '"';
}

TEST(ParseFinite, ReadsOnlyItsText) {
  const std::string digits = "123456";
  EXPECT_THAT(parse_finite(std::string_view(digits).substr(1, 2)), Optional(23.0));
  EXPECT_EQ(parse_finite(std::string_view("1\0", 2)), std::nullopt);
}

TEST(Shortest, IsTheUsualText) {
  const struct {
    double value;
    const char* text;
  } cases[]{{0, "0"},
            {-0.0, "-0"},
            {1, "1"},
            {-2.5, "-2.5"},
            {0.1, "0.1"},
            {100, "100"},
            {9.80665, "9.80665"},
            {0.1 + 0.2, "0.30000000000000004"},
            {1e22, "1e+22"},
            {1.0 / 3, "0.3333333333333333"},
            {5e-324, "5e-324"},
            {largest, "1.7976931348623157e+308"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(shortest(value), text);
}

TEST(Shortest, IsAppended) {
  std::string text = "q=";
  append_shortest(text, 0.5);
  append_shortest(text, -1);
  EXPECT_EQ(text, "q=0.5-1");
}

// The text reads back as the number, and no shorter text by printf() does.
void expect_shortest(double value) {
  const std::string text = shortest(value);
  const auto back = parse_finite(text);
  ASSERT_TRUE(back.has_value()) << text;
  ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), std::bit_cast<std::uint64_t>(value)) << text;
  for (const char* format : {"%.*e", "%.*g"})
    for (int precision = 0; precision <= 17; ++precision) {
      char printed[40];
      const int length = std::snprintf(printed, sizeof printed, format, precision, value);
      if (std::strtod(printed, nullptr) != value) continue;
      ASSERT_GE(length, static_cast<int>(text.size())) << text << " and " << printed;
    }
}

TEST(Shortest, OfAnyDoubleReadsBackAndCannotBeShorter) {
  std::mt19937_64 random(20240607);
  for (int i = 0; i < 20'000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) expect_shortest(any);
    expect_shortest(std::ldexp(static_cast<double>(random()), -84 + i % 40));  // of usual size
    if (HasFatalFailure()) return;
  }
}

TEST(Trimmed, CutsBlanksAndTabsAtTheEnds) {
  EXPECT_EQ(trimmed(" \ta b\t "), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed("\na\r"), "\na\r");
}

// Writes 1.234,5 as in many countries.
class CommaDecimals : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class WithADecimalCommaLocale : public testing::Test {
 protected:
  WithADecimalCommaLocale()
      : before_(std::locale::global(std::locale(std::locale::classic(), new CommaDecimals))) {}
  ~WithADecimalCommaLocale() override { std::locale::global(before_); }

 private:
  std::locale before_;
};

TEST_F(WithADecimalCommaLocale, NumbersKeepTheirPoint) {
  std::ostringstream shown;
  shown << 1234.5;
  ASSERT_EQ(shown.str(), "1.234,5") << "the locale is not in force";
  EXPECT_EQ(shortest(1234.5), "1234.5");
  EXPECT_THAT(parse_finite("1234.5"), Optional(1234.5));
  EXPECT_THAT(parse_finite("1.5e-400"), Optional(0.0));
  EXPECT_EQ(parse_finite("1.5e400"), std::nullopt);
  EXPECT_EQ(parse_finite("1234,5"), std::nullopt);
  EXPECT_EQ(parse_finite("1.234,5"), std::nullopt);
}

TEST(NearestName, IsWithinAThirdOfTheLongerName) {
  const std::vector<std::string> names{"shoulder", "elbow", "wrist"};
  const struct {
    const char* text;
    std::optional<std::string> nearest;
  } cases[]{
      {"elbow", "elbow"},         {"ELBOW", "elbow"},     // letter case does not matter
      {"elbw", "elbow"},                                  // one letter missing
      {"ellbow", "elbow"},                                // one too many
      {"elbaw", "elbow"},                                 // one wrong
      {"eblow", "elbow"},                                 // two swapped: one of 5
      {"shuolerd", std::nullopt},                         // a swap and a moved letter: 3 of 8
      {"shuoldre", "shoulder"},                           // two swaps: 2 of 8
      {"wist", "wrist"},          {"wst", std::nullopt},  // 2 of 5
      {"gripper", std::nullopt},  {"", std::nullopt},
  };
  for (const auto& [text, nearest] : cases) EXPECT_EQ(nearest_name(text, names), nearest) << text;
}

TEST(NearestName, IsTheFirstOfEquallyNearNames) {
  EXPECT_THAT(nearest_name("axd", {"axa", "axb", "axc"}), Optional(std::string("axa")));
  EXPECT_THAT(nearest_name("axb", {"axa", "axb", "axc"}), Optional(std::string("axb")));
}

TEST(NearestName, OfNoNamesIsNone) {
  EXPECT_EQ(nearest_name("elbow", {}), std::nullopt);
}

TEST(DidYouMean, EndsAnErrorsText) {
  EXPECT_EQ(did_you_mean("elbw", {"elbow"}), "; did you mean \"elbow\"?");
  EXPECT_EQ(did_you_mean("gripper", {"elbow"}), "");
}

TEST(DidYouMean, KnowsABeginningThatNoOtherNameHas) {
  const std::vector<std::string> joints{"shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint"};
  EXPECT_EQ(did_you_mean("elbow", joints), "; did you mean \"elbow_joint\"?");
  EXPECT_EQ(did_you_mean("shoulder", joints), "");
  EXPECT_EQ(did_you_mean("elb", joints), "");
  EXPECT_EQ(did_you_mean("ur5e.urdf", {"ur5e", "panda"}), "; did you mean \"ur5e\"?");
}

}  // namespace
}  // namespace invdyn
