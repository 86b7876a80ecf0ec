#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace invdyn {

// Eight characters at a time, as the bytes of a word: the first character is the lowest byte, on any machine.

inline std::uint64_t in_byte_order(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// The eight characters from `at`.
inline std::uint64_t load_eight(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return in_byte_order(word);
}

inline void store_eight(char* at, std::uint64_t word) {
  word = in_byte_order(word);
  std::memcpy(at, &word, sizeof word);
}

constexpr std::uint64_t eight_zeros = 0x3030303030303030;  // "00000000"

/// The number of leading digits in the eight characters. `values` is the characters xor '0': digits become 0
/// to 9, other characters do not.
inline int count_digits(std::uint64_t values) {
  // Adding 0x76 to 10 or more sets the highest bit of a byte and never carries out of it.
  const std::uint64_t others = ((values + 0x7676767676767676) | values) & 0x8080808080808080;
  return std::countr_zero(others) / 8;
}

/// The number with these eight digits, given as values 0 to 9: first pairs, then all four pairs in the upper
/// half of two products.
inline std::uint64_t from_eight_digits(std::uint64_t values) {
  const std::uint64_t pairs = values * 10 + (values >> 8);  // in bytes 0, 2, 4, 6
  constexpr std::uint64_t one_in_four = 0x000000ff000000ff;
  constexpr std::uint64_t pairs_0_and_2 = 100 + (std::uint64_t{1'000'000} << 32);
  constexpr std::uint64_t pairs_1_and_3 = 1 + (std::uint64_t{10'000} << 32);
  return ((pairs & one_in_four) * pairs_0_and_2 + ((pairs >> 16) & one_in_four) * pairs_1_and_3) >> 32;
}

/// The eight digits of a number below 10^8, as values 0 to 9. Each step splits n, for example into n / 100,
/// at the place of n, and n % 100, half a part's distance above. It splits all parts at once: (n << up) - q *
/// ((100 << up) - 1). Quotients are products with a rounded reciprocal, exact for such small numbers.
inline std::uint64_t to_eight_digits(std::uint64_t number) {
  const std::uint64_t upper_four = (number * 109'951'163) >> 40;  // n / 10^4 for n < 10^8
  const std::uint64_t fours = (number << 32) - upper_four * ((std::uint64_t{10'000} << 32) - 1);
  const std::uint64_t hundreds = ((fours * 5243) >> 19) & 0x0000007f0000007f;  // n / 100 for n < 10^4
  const std::uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
  const std::uint64_t tens = ((pairs * 103) >> 10) & 0x000f000f000f000f;  // n / 10 for n < 100
  return (pairs << 8) - tens * ((10 << 8) - 1);
}

}  // namespace invdyn
