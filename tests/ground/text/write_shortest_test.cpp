// Fast writing of doubles: the same text as std::to_chars().

#include "ground/text/write_shortest.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace invdyn {
namespace {

// Into a buffer of its size: the sanitizers detect writes beyond it.
std::string written(double value) {
  std::string text(shortest_room, '#');
  text.resize(static_cast<std::size_t>(write_shortest(text.data(), value) - text.data()));
  return text;
}

void expect_as_to_chars(double value) {
  char expected[64];
  char* const end = std::to_chars(expected, expected + sizeof expected, value).ptr;
  const std::string text = written(value);
  ASSERT_EQ(text, std::string(&expected[0], end));
  ASSERT_LE(text.size(), std::size_t{longest_shortest});
}

TEST(WriteShortest, IsPlainUnlessScientificIsShorter) {
  // The C++ standard, [charconv.to.chars]: the shortest text that is read back exactly, in plain form if both
  // are equally long; of several texts the nearest one; plain integers with all their digits.
  const struct {
    double value;
    const char* text;
  } cases[]{{0, "0"},
            {-0.0, "-0"},
            {1, "1"},
            {-1, "-1"},
            {10, "10"},
            {0.5, "0.5"},
            {-2.5, "-2.5"},
            {0.1 + 0.2, "0.30000000000000004"},
            {0.001, "0.001"},
            {1e-4, "1e-04"},
            {0.00012, "0.00012"},
            {0.000012, "1.2e-05"},
            {0.00012345678901234567, "0.00012345678901234567"},
            {12.345, "12.345"},
            {1000.5, "1000.5"},
            {10000, "10000"},
            {100000, "1e+05"},
            {120000, "120000"},
            {1200000, "1200000"},
            {12000000, "1.2e+07"},
            {123456789, "123456789"},
            {12345678.90625, "12345678.90625"},
            {2251799813685248.5, "2251799813685248.5"},
            {9007199254740992, "9007199254740992"},
            {12345678901234567.0, "12345678901234568"},
            {123456789012345680000.0, "123456789012345683968"},  // 2^15 times an odd number
            {1e22, "1e+22"},
            {1e23, "1e+23"},
            {1.5e100, "1.5e+100"},
            {-1.5e-100, "-1.5e-100"},
            {5e-324, "5e-324"},
            {2.2250738585072014e-308, "2.2250738585072014e-308"},
            {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
            {-std::numeric_limits<double>::max(), "-1.7976931348623157e+308"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(written(value), text);
}

TEST(WriteShortest, AgreesWithToChars) {
  std::mt19937_64 random(20250305);
  for (int i = 0; i < 600'000; ++i) {
    const double any = std::bit_cast<double>(random());
    if (std::isfinite(any)) expect_as_to_chars(any);
    expect_as_to_chars(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -84 + i % 110));
    if (HasFatalFailure()) return;
  }
}

// Each exponent has its own power of ten in a table, with its own rounding.
TEST(WriteShortest, AgreesWithToCharsForEveryExponent) {
  std::mt19937_64 random(20250307);
  for (std::uint64_t exponent = 0; exponent < 2047; ++exponent)
    for (int i = 0; i < 300; ++i) {
      // Random significands, and the ends of their range.
      const std::uint64_t any = random() >> 12;
      const std::uint64_t significand = i % 3 == 0 ? any : i % 3 == 1 ? any % 100 : ~(any % 100);
      expect_as_to_chars(std::bit_cast<double>(exponent << 52 | (significand & (~std::uint64_t{} >> 12))));
      if (HasFatalFailure()) return;
    }
}

TEST(WriteShortest, AgreesWithToCharsForFewDigits) {
  std::mt19937_64 random(20250306);
  for (int power = -30; power <= 30; ++power)
    for (int i = 0; i < 3'000; ++i) {
      const double digits = static_cast<double>(random() >> (10 + i % 54));
      expect_as_to_chars(power < 0 ? digits / std::pow(10, -power) : digits * std::pow(10, power));
      if (HasFatalFailure()) return;
    }
}

TEST(WriteShortest, AgreesWithToCharsNearPowers) {
  const auto check_about = [](double value) {
    expect_as_to_chars(value);
    expect_as_to_chars(-value);
    expect_as_to_chars(std::nextafter(value, 0));
    expect_as_to_chars(std::nextafter(value, 1e308));
  };
  for (int exponent = -1074; exponent <= 1023; ++exponent) check_about(std::ldexp(1, exponent));
  for (int exponent = -323; exponent <= 307; ++exponent) check_about(std::pow(10, exponent));
  for (std::uint64_t subnormal = 1; subnormal < 20'000; ++subnormal)
    check_about(std::bit_cast<double>(subnormal));
}

}  // namespace
}  // namespace invdyn
