// Rows written in lanes: with every instruction set, the same text as std::to_chars().

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ground/text/write_row.h"
#include "lanes/text_lanes/families.h"
#include "lanes/text_lanes/text_lanes.h"

namespace invdyn::test {
namespace {

constexpr std::size_t rows_at_once = 1000;

std::string by_to_chars(const std::vector<double>& numbers, std::size_t columns) {
  std::string text;
  char number[64];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text.append(number, std::to_chars(number, number + sizeof number, numbers[i]).ptr);
    text += (i + 1) % columns == 0 ? '\n' : ',';
  }
  return text;
}

// From and to memory without a byte more: the sanitizers detect accesses beyond it.
std::string written(InstructionSet set, const std::vector<double>& numbers, std::size_t columns,
                    std::size_t& single) {
  const std::size_t rows = numbers.size() / columns;
  std::string text(rows * row_room(columns), '#');
  char* const end = text_lanes_for(set).write_rows(text.data(), numbers.data(), columns, rows, single);
  text.resize(static_cast<std::size_t>(end - text.data()));
  return text;
}

void expect_as_to_chars(const std::vector<double>& numbers, std::size_t columns) {
  const std::string expected = by_to_chars(numbers, columns);
  for (const InstructionSet set : available_instruction_sets()) {
    std::size_t single = 0;
    const std::string text = written(set, numbers, columns, single);
    if (text == expected) continue;
    const std::size_t at = static_cast<std::size_t>(
        std::mismatch(text.begin(), text.end(), expected.begin(), expected.end()).first - text.begin());
    const std::size_t from = at < 30 ? 0 : at - 30;
    FAIL() << name_of(set) << " writes " << text.substr(from, 60) << "\nexpected "
           << expected.substr(from, 60);
  }
}

TEST(RowsInLanes, AreWrittenAsByToChars) {
  const std::size_t count = numbers_to_convert();
  std::mt19937_64 random(20250311);
  for (const NumberFamily family : all_number_families)
    for (std::size_t done = 0, columns = 1; done < count; columns = columns % 17 + 1) {
      const auto numbers = numbers_of(family, random, rows_at_once * columns);
      expect_as_to_chars(numbers, columns);
      if (HasFatalFailure()) return;
      done += numbers.size();
    }
}

// The exact distances of doubles end with these exponents, whose powers of two have a nearer lower neighbour.
TEST(RowsInLanes, AreWrittenForEveryPowerOfTwo) {
  std::vector<double> numbers;
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    for (const double sign : {1., -1.})
      for (const double other : {0., sign, 2 * sign * std::ldexp(1, exponent)})
        numbers.push_back(std::nextafter(sign * std::ldexp(1, exponent), other == 0 ? sign * 1e308 : other));
  for (int exponent = -1074; exponent <= 1023; ++exponent) numbers.push_back(std::ldexp(1, exponent));
  std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
  expect_as_to_chars(numbers, 1);
}

// Plain and scientific notation, by the digits and the exponent: [charconv.to.chars] asks for the shorter
// one.
TEST(RowsInLanes, AreWrittenForEveryNumberOfDigitsAndExponent) {
  std::mt19937_64 random(20250312);
  std::vector<double> numbers;
  for (int exponent = -25; exponent <= 25; ++exponent)
    for (int digits = 1; digits <= 17; ++digits)
      for (int i = 0; i < 20; ++i) {
        std::string text = i % 2 == 0 ? "-" : "";
        for (int digit = 0; digit < digits; ++digit)
          text +=
              static_cast<char>(digit == 0 || digit == digits - 1 ? '1' + random() % 9 : '0' + random() % 10);
        numbers.push_back(std::stod(text + "e" + std::to_string(exponent - digits)));
      }
  for (std::size_t columns = 1; columns <= 3; ++columns) expect_as_to_chars(numbers, columns);
  expect_as_to_chars({0, -0.0, 1, 0, 0, -0.0, 5e-324, 0.1, 1e16, 1e17, 1e22, 1e23}, 4);
}

TEST(RowsInLanes, AreWrittenForAnyNumberOfRowsAndColumns) {
  std::mt19937_64 random(20250313);
  for (std::size_t columns = 1; columns <= 140; columns += columns < 20 ? 1 : 17)
    for (std::size_t rows = 0; rows <= 140; rows += rows < 20 ? 1 : 17) {
      expect_as_to_chars(numbers_of(NumberFamily::values, random, rows * columns), columns);
      if (HasFatalFailure()) return;
    }
}

// Numbers of a usual motion do not leave the lanes; nor does a column of rounding noise.
TEST(RowsInLanes, AreWrittenInLanes) {
  std::mt19937_64 random(20250314);
  auto numbers = numbers_of(NumberFamily::values, random, 7000);
  for (std::size_t i = 0; i < numbers.size(); i += 7) numbers[i] *= 1e-16;
  for (const InstructionSet set : available_instruction_sets()) {
    if (set < InstructionSet::avx2) continue;
    std::size_t single = 0;
    written(set, numbers, 7, single);
    EXPECT_LE(single, numbers.size() / 20) << name_of(set);
  }
}

}  // namespace
}  // namespace invdyn::test
