#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace invdyn {

/// The leading 128 bits of a power of five, the highest of them set.
struct PowerOfFive {
  std::uint64_t upper;
  std::uint64_t lower;
};

constexpr int min_power_of_five = -342;     // a significand of 64 bits times 10^-343 is zero
constexpr int largest_power_of_five = 324;  // for the smallest doubles, 1 / 10^-324

namespace powers_of_five {

__extension__ typedef unsigned __int128 Wide;

/// A number of 1088 bits, the lowest word first. Enough for 5^324, and for 128 bits of 2^1087 / 5^342.
constexpr std::size_t words = 17;
using Long = std::array<std::uint64_t, words>;

/// Its leading 128 bits.
constexpr PowerOfFive leading(const Long& number) {
  std::size_t top = words - 1;
  while (number[top] == 0) --top;
  const int shift = std::countl_zero(number[top]);
  const auto below = [&](std::size_t steps) { return top >= steps ? number[top - steps] : 0; };
  const auto shifted = [&](std::uint64_t word, std::uint64_t next) {
    return shift == 0 ? word : (word << shift) | (next >> (64 - shift));
  };
  return {shifted(below(0), below(1)), shifted(below(1), below(2))};
}

/// Positive powers are truncated. Negative powers are quotients 2^b / 5^k. If 5^k has fewer than 64 bits,
/// they are rounded up, so that a decimal exactly between two doubles is recognized (Lemire 2021, section 6).
constexpr auto table() {
  std::array<PowerOfFive, largest_power_of_five - min_power_of_five + 1> powers{};
  constexpr std::size_t of_zero = -min_power_of_five;
  Long number{1};
  for (std::size_t k = 0; k <= largest_power_of_five; ++k) {
    powers[of_zero + k] = leading(number);
    std::uint64_t carry = 0;
    for (std::uint64_t& word : number) {
      const Wide product = static_cast<Wide>(word) * 5 + carry;
      word = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
  }
  number = {};
  number[words - 1] = std::uint64_t{1} << 63;
  for (std::size_t k = 1; k <= of_zero; ++k) {
    std::uint64_t rest = 0;
    for (std::size_t i = words; i-- > 0;) {
      const Wide dividend = (static_cast<Wide>(rest) << 64) | number[i];
      number[i] = static_cast<std::uint64_t>(dividend / 5);
      rest = static_cast<std::uint64_t>(dividend % 5);
    }
    PowerOfFive& power = powers[of_zero - k];
    power = leading(number);
    if (k <= 27) ++power.lower;
  }
  return powers;
}

inline constexpr auto all = table();

}  // namespace powers_of_five

/// 5^exponent, for min_power_of_five <= exponent <= largest_power_of_five.
constexpr const PowerOfFive& power_of_five(int exponent) {
  return powers_of_five::all[static_cast<std::size_t>(exponent - min_power_of_five)];
}

}  // namespace invdyn
