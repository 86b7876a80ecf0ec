// Fast reading of decimal numbers: the same doubles as the C library, without reading beyond the number.

#include "ground/text/read_decimal.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "ground/text/number.h"

namespace invdyn {
namespace {

struct Reading {
  double value;
  std::size_t length;
};

// From a buffer that ends with the text: the sanitizers detect reads beyond it.
std::optional<Reading> read(std::string_view text) {
  const std::unique_ptr<char[]> copy(new char[text.size()]);
  text.copy(copy.get(), text.size());
  Reading reading{-1, 0};
  const char* stop = read_decimal(copy.get(), copy.get() + text.size(), reading.value);
  if (stop == nullptr) {
    EXPECT_EQ(reading.value, -1) << text;
    return std::nullopt;
  }
  reading.length = static_cast<std::size_t>(stop - copy.get());
  return reading;
}

std::uint64_t bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

// The text alone, and followed by more text, which is another path through the code.
void expect_read(const std::string& number, double value) {
  for (const char* behind :
       {"", ",", "\n", " ", "\r\n", ",1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25"}) {
    const auto reading = read(number + behind);
    ASSERT_TRUE(reading.has_value()) << number << behind;
    EXPECT_EQ(bits(reading->value), bits(value))
        << number << behind << ": " << reading->value << ", not " << value;
    EXPECT_EQ(reading->length, number.size()) << number << behind;
  }
}

void expect_as_strtod(const std::string& number) {
  expect_read(number, std::strtod(number.c_str(), nullptr));
}

TEST(ReadDecimal, ReadsTypicalNumbersOfLogs) {
  const struct {
    const char* text;
    double value;
  } cases[]{{"0", 0},      {"-0", -0.0},   {"+0", 0},        {"0.0", 0},         {"-0.000", -0.0},
            {"0e99", 0},   {"1", 1},       {"+5", 5},        {"-5", -5},         {"5.", 5},
            {".5", 0.5},   {"-.5", -0.5},  {"+.5", 0.5},     {"007", 7},         {"00.5", 0.5},
            {"1e3", 1000}, {"1E3", 1000},  {"1e+3", 1000},   {"1e-3", 0.001},    {"5.e2", 500},
            {".5e1", 5},   {"1e03", 1000}, {"1e0003", 1000}, {"12.345", 12.345}, {"0.001", 0.001}};
  for (const auto& [text, value] : cases) expect_read(text, value);
}

TEST(ReadDecimal, RoundsToTheNearestAsTheCLibraryDoes) {
  for (const char* text :
       {"0.12345678901234567", "-1.2345678901234567", "3.1415926535897931", "-0.00012345678901234567",
        // Lengths near the limits of the fast path: 8, 16, 19, 20 digits; leading zeros.
        "12345678", "1234567890123456789", "12345678901234567890", "123456789012345678901", "0.12345678",
        "0.123456789", "0.1234567890123456", "0.123456789012345678", "0.1234567890123456789",
        "0.12345678901234567890", "0.123456789012345678901234567890", "1.2345678901234567890",
        "12345678.12345678", "123456789.123456789", "00000000000000000000", "00000000000000000001",
        "000000000000000000012345", "0000000000000000000000000000000.5", "0.00000000000000000000",
        "0.000000000000000000001", "0.0000000000000000000000001234567890123456789", "9999999999999999999",
        "18446744073709551615", "18446744073709551616", "9007199254740993", "9007199254740995",
        "90071992547409930000000000000000000001", "1000000000000000000000000000000000000000000000000000",
        // The largest and the smallest normal doubles; subnormal numbers, and numbers that round to zero.
        "1e308", "1.7976931348623157e308", "1.7976931348623158e308", "17976931348623157e292",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308",
        "4.9406564584124654e-324", "5e-324", "1e-320", "123456789e-330", "1e-300", "1e22", "1e23", "8e22",
        "123456789012345680000"})
    expect_as_strtod(text);
  expect_as_strtod(std::string(400, '7') + "e-100");
  expect_as_strtod("0." + std::string(400, '7'));
  expect_as_strtod("0." + std::string(400, '0') + "7e400");
}

TEST(ReadDecimal, LeavesOtherTextsToOtherReaders) {
  for (const char* text : {"",
                           "+",
                           "-",
                           ".",
                           "-.",
                           "e5",
                           ".e5",
                           "1e",
                           "1e+",
                           "1e-",
                           "1e,",
                           "1.5e+,2",
                           "5.e",
                           "+-1",
                           "-+1",
                           "++1",
                           "--1",
                           " 1",
                           "\t1",
                           "nan",
                           "-nan",
                           "inf",
                           "+inf",
                           "-inf",
                           "infinity",
                           ",1",
                           "\n",
                           "x",
                           "- 1",
                           "\"1\"",
                           "1e309",
                           "-1e309",
                           "1.7976931348623159e308",
                           "1e99999",
                           "1e99999999999999999999",
                           "\xef\xbb\xbf"
                           "1"}) {
    EXPECT_FALSE(read(text).has_value()) << text;
    EXPECT_FALSE(read(std::string(text) + "," + std::string(100, '1')).has_value()) << text;
  }
  EXPECT_FALSE(read("1" + std::string(309, '0')).has_value());
}

TEST(ReadDecimal, EndsWhereTheNumberEnds) {
  const struct {
    const char* text;
    double value;
    std::size_t length;
  } cases[]{{"1,5", 1, 1},
            {"1.2.3", 1.2, 3},
            {"0x1p3", 0, 1},
            {"1 000", 1, 1},
            {"1'000", 1, 1},
            {"1-2", 1, 1},
            {"1+2", 1, 1},
            {"1f", 1, 1},
            {"1d5", 1, 1},
            {"1..2", 1, 2},
            {"1e5e5", 1e5, 3},
            {"1e5.5", 1e5, 3},
            {"2m", 2, 1},
            {"1\0"
             "5",
             1, 1},
            {"00000000000000000000.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0", 0, 22},
            {"1.5\xff", 1.5, 3}};
  for (const auto& [text, value, length] : cases) {
    const auto reading = read(text);
    ASSERT_TRUE(reading.has_value()) << text;
    EXPECT_EQ(reading->value, value) << text;
    EXPECT_EQ(reading->length, length) << text;
  }
}

TEST(ReadDecimal, StopsAtTheEndOfTheText) {
  // Digits after the end do not belong to the number.
  const std::string digits =
      "3.14159265358979311599796346854418516159057617187500000000000000000000000000000000000000";
  for (std::size_t length = 1; length < digits.size(); ++length) {
    double value = 0;
    const char* stop = read_decimal(digits.data(), digits.data() + length, value);
    ASSERT_EQ(stop, digits.data() + length);
    EXPECT_EQ(value, std::strtod(digits.substr(0, length).c_str(), nullptr)) << length;
  }
}

// A decimal number of any kind: few or many digits, with or without a point, with or without an exponent.
std::string any_number(std::mt19937_64& random) {
  std::string text = std::array{"", "-", "+"}[random() % 3];
  const auto append_digits = [&](std::uint64_t count) {
    while (count-- > 0) text += static_cast<char>('0' + random() % 10);
  };
  append_digits(random() % 4 == 0 ? random() % 25 : random() % 3);
  if (random() % 8 != 0) text += '.';
  append_digits(random() % 2 == 0 ? random() % 30 : 14 + random() % 4);
  if (random() % 4 == 0) {
    const int exponent = static_cast<int>(random() % 700) - 350;
    text += "e" + std::to_string(random() % 4 == 0 ? exponent : exponent / 20);
  }
  return text;
}

TEST(ReadDecimal, AgreesWithParseFiniteOnAnyText) {
  // parse_finite() uses std::from_chars() and a stream for texts that read_decimal() does not read.
  std::mt19937_64 random(20250301);
  int numbers = 0;
  for (int i = 0; i < 500'000; ++i) {
    std::string text = any_number(random);
    if (i % 4 == 0 && !text.empty()) text[random() % text.size()] = "0123456789+-.eE,xni"[random() % 19];
    double value = 0;
    char* strtod_end = nullptr;
    const char* const end = read_decimal(text.data(), text.data() + text.size(), value);
    const double expected = std::strtod(text.c_str(), &strtod_end);
    if (end == text.data() + text.size()) {
      ++numbers;
      ASSERT_EQ(strtod_end, end) << text;
      ASSERT_EQ(bits(value), bits(expected)) << text;
      ASSERT_EQ(bits(parse_finite(text).value()), bits(expected)) << text;
    } else if (const auto parsed = parse_finite(text)) {
      ASSERT_EQ(end, nullptr) << text;  // left to parse_finite(): it rounds to zero
      ASSERT_EQ(bits(*parsed), bits(expected)) << text;
      ASSERT_LT(std::fabs(expected), 1e-300) << text;
    }
  }
  EXPECT_GT(numbers, 400'000);
}

TEST(ReadDecimal, RestoresAnyDoubleFromItsText) {
  std::mt19937_64 random(20250302);
  for (int i = 0; i < 500'000; ++i) {
    double value = std::bit_cast<double>(random());
    if (i % 2 == 0)
      value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), -70 + i % 30);
    if (!std::isfinite(value)) continue;
    char text[64];
    char* end = std::to_chars(text, text + sizeof text, value).ptr;
    if (i % 8 >= 6) end = text + std::snprintf(text, sizeof text, "%.*e", 16 + i % 3, value);
    double back = 0;
    ASSERT_EQ(read_decimal(text, end, back), end) << value;
    ASSERT_EQ(bits(back), bits(value)) << std::string(text, end);
  }
}

TEST(ReadDecimal, RoundsTiesToEven) {
  // An odd number of 54 bits is exactly between two doubles. It is written as an integer divided by a power
  // of ten. If powers of five divide it, it is written as a smaller integer with zeros.
  std::mt19937_64 random(20250303);
  const auto nearest_even = [](std::uint64_t odd) {
    const std::uint64_t below = odd >> 1;
    return static_cast<double>(below + (below & 1)) * 2;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t odd = (random() >> 10) | std::uint64_t{1} << 53 | 1;
    std::uint64_t digits = odd;
    for (int power = 0; power <= 4; ++power, digits *= 5) {
      const std::string text = std::to_string(digits) + "e-" + std::to_string(power);
      double value = 0;
      ASSERT_NE(read_decimal(text.data(), text.data() + text.size(), value), nullptr);
      ASSERT_EQ(value, std::ldexp(nearest_even(odd), -power)) << text;
    }
    std::uint64_t five = 1;
    for (int power = 1; power <= 22; ++power) {
      five *= 5;
      const std::uint64_t factor = ((std::uint64_t{1} << 53) / five + 1) | 1;
      if (factor * five >= std::uint64_t{1} << 54) continue;
      const std::string text = std::to_string(factor) + "e" + std::to_string(power);
      double value = 0;
      ASSERT_NE(read_decimal(text.data(), text.data() + text.size(), value), nullptr);
      ASSERT_EQ(value, std::ldexp(nearest_even(factor * five), power)) << text;
    }
  }
}

TEST(ReadDecimal, DecidesByTheLastOfManyDigits) {
  // All digits of the midpoint between two doubles, and numbers just below and above it. std::strtod() uses
  // all digits.
  std::mt19937_64 random(20250304);
  for (int i = 0; i < 2'000; ++i) {
    double value = std::fabs(std::bit_cast<double>(random()));
    if (i % 2 == 0) value = std::ldexp(value, -std::ilogb(value) + i % 40 - 30);
    if (i % 16 == 1) value = std::bit_cast<double>(random() >> 12);  // subnormal
    if (!std::isfinite(value) || value > 1e308) continue;
    const double next = std::nextafter(value, std::numeric_limits<double>::infinity());
    char text[1200];
    const int length =
        std::snprintf(text, sizeof text, "%.800Le",
                      static_cast<long double>(value) / 2 + static_cast<long double>(next) / 2);
    std::string tie(text, static_cast<std::size_t>(length));
    const std::size_t exponent = tie.find('e');
    const std::size_t last = tie.find_last_not_of('0', exponent - 1);
    for (const std::string& digits : {tie.substr(0, last + 1), tie.substr(0, last) + char(tie[last] - 1),
                                      tie.substr(0, last + 1) + "1", tie.substr(0, 17), tie.substr(0, 20)}) {
      const std::string number = digits + tie.substr(exponent);
      double read = 0;
      ASSERT_NE(read_decimal(number.data(), number.data() + number.size(), read), nullptr) << number;
      ASSERT_EQ(bits(read), bits(std::strtod(number.c_str(), nullptr))) << number;
    }
  }
}

}  // namespace
}  // namespace invdyn
