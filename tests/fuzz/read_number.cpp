// Numbers in text, compared with the C++ library to the last bit.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "ground/text/number.h"
#include "ground/text/read_decimal.h"
#include "target.h"

namespace {

std::string bits_of(double value) {
  return std::to_string(std::bit_cast<std::uint64_t>(value));
}

// The number in the whole text by strtod(), with the locale "C" here.
std::string bits_by_strtod(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  return end == copy.c_str() + copy.size() ? bits_of(value) : "no number";
}

}  // namespace

void invdyn::fuzz::take(std::string_view input) {
  double value = 0;
  const char* const begin = input.data();
  if (const char* end = read_decimal(begin, begin + input.size(), value)) {
    const std::string_view text(begin, static_cast<std::size_t>(end - begin));
    expect_same(bits_of(value), bits_by_strtod(text), "read_decimal() of " + std::string(text));
    double other = 0;
    const auto [stop, fault] = std::from_chars(begin + (*begin == '+'), end, other);
    expect_same(std::string(begin, stop), std::string(text), "how much std::from_chars() takes");
    if (fault == std::errc()) expect_same(bits_of(value), bits_of(other), "by std::from_chars()");
  }
  if (const auto number = parse_finite(input))
    expect_same(bits_of(*number), bits_by_strtod(trimmed(input)), "parse_finite()");
}
