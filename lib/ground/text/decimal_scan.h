#pragma once

#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>

#include "eight_digits.h"
#include "power_of_five.h"
#include "power_of_ten.h"

namespace invdyn {

// The common case of read_decimal(), inline for loops over many numbers.

namespace decimal {

inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') <= 9;
}

/// `number` with the first `count` (0 to 8) of eight digit values appended.
inline std::uint64_t append_digits(std::uint64_t number, std::uint64_t values, int count) {
  const int half_of_the_rest = 32 - 4 * count;  // in bits; a shift by all 64 at once would be undefined
  return number * power_of_ten(count) + from_eight_digits(values << half_of_the_rest << half_of_the_rest);
}

/// Sets `bits` to the representation of the double nearest to significand * 10^exponent, for exponents that
/// power_of_five() has. False if this is undecided: for the largest, subnormal and too large doubles, and for
/// products whose discarded bits would be needed. By Lemire, Number parsing at a gigabyte per second,
/// Software: Practice and Experience 51 (2021), algorithm 1.
inline bool nearest_double(std::uint64_t significand, int exponent, std::uint64_t& bits) {
  bits = 0;
  if (significand == 0) return true;
  const int leading_zeros = std::countl_zero(significand);
  const std::uint64_t normal = significand << leading_zeros;
  const PowerOfFive& power = power_of_five(exponent);

  // 64 bits of the power are enough, unless the bits below the result are all ones: then the omitted part
  // could carry into it.
  const auto product = [&](std::uint64_t factor) {
    return static_cast<powers_of_five::Wide>(normal) * factor;
  };
  const auto leading = product(power.upper);
  std::uint64_t upper = static_cast<std::uint64_t>(leading >> 64);
  std::uint64_t lower = static_cast<std::uint64_t>(leading);
  if ((upper & 0x1ff) == 0x1ff) [[unlikely]] {
    const std::uint64_t more = static_cast<std::uint64_t>(product(power.lower) >> 64);
    lower += more;
    if (lower < more) ++upper;
    if (lower == ~std::uint64_t{0}) return false;
  }

  // The product has 127 or 128 bits. Keep 54, one more than a double has, to round.
  const int top_bit = static_cast<int>(upper >> 63);
  const int dropped = top_bit + 9;
  std::uint64_t kept = upper >> dropped;
  // The number of bits of 10^exponent before its point, minus one: floor(exponent * log2(10)). The fraction
  // is near enough to log2(10) for all exponents here.
  const int biased_exponent = ((217706 * exponent) >> 16) + 63 + 1023 + top_bit - leading_zeros;
  if (static_cast<unsigned>(biased_exponent - 1) >= 2045) return false;

  // Exactly between two doubles: round to the even one. This needs a power of five that fits into 64 bits.
  if (lower <= 1) [[unlikely]]
    if (exponent >= -4 && exponent <= 23 && (kept & 3) == 1 && kept << dropped == upper) --kept;
  kept = (kept + (kept & 1)) >> 1;
  // The leading one of 53 bits adds one to the exponent; a carry to 2^53 correctly adds another.
  bits = kept + (static_cast<std::uint64_t>(biased_exponent - 1) << 52);
  return true;
}

}  // namespace decimal

/// scan_decimal() reads at most this many characters from its first one on.
constexpr std::ptrdiff_t scanned_characters = 64;

/// Like read_decimal(), but also returns nullptr for numbers of more than 19 digits (without leading zeros),
/// 20 or more digits before or after the point, exponents of more than four digits, and subnormal numbers.
/// There must be scanned_characters to read from `at`, and the number must end among them.
[[gnu::always_inline]] inline const char* scan_decimal(const char* at, double& value) {
  using namespace decimal;
  const bool negative = *at == '-';
  at += negative || *at == '+' ? 1 : 0;
  const char* const first = at;

  std::uint64_t significand = 0;
  for (; is_digit(*at) && at - first < 20; ++at)
    significand = 10 * significand + static_cast<std::uint64_t>(*at - '0');
  std::ptrdiff_t digits = at - first;

  int exponent = 0;
  const auto finish = [&](double magnitude) {
    value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative} << 63);
    return at;
  };
  if (*at == '.') {
    ++at;
    const std::uint64_t values = load_eight(at) ^ eight_zeros;
    int count = count_digits(values);
    significand = append_digits(significand, values, count);
    at += count;
    if (count < 8) {
      // Numerator and denominator are doubles, so their quotient is the nearest one (Clinger 1990).
      if (FLT_EVAL_METHOD == 0 && digits > 0 && digits <= 8 && *at != 'e' && *at != 'E')
        return finish(static_cast<double>(static_cast<std::int64_t>(significand)) /
                      static_cast<double>(power_of_ten(count)));
    } else {
      // Takes as many more digits as the shortest text of a double needs. It does not branch on their number:
      // for a mix of 15 to 17 digits, that branch could not be predicted.
      const std::uint64_t early = load_eight(at) ^ eight_zeros;
      const std::uint64_t late = load_eight(at + 8) ^ eight_zeros;
      const int early_count = count_digits(early);
      const int late_count = count_digits(late) & -(early_count >> 3);  // none, unless there are eight early
                                                                        // ones
      significand = append_digits(append_digits(significand, early, early_count), late, late_count);
      count += early_count + late_count;
      at += early_count + late_count;
      if (late_count > 3) return nullptr;
    }
    exponent = -count;
    digits += count;
  }
  if (digits == 0) return nullptr;
  if (digits > 19) [[unlikely]] {
    if (is_digit(*at)) return nullptr;  // before the point; the twentieth digit was the last one taken
    for (const char* c = first; c != at && (*c == '0' || *c == '.'); ++c) digits -= *c == '0' ? 1 : 0;
    if (digits > 19) return nullptr;
  }

  if (*at == 'e' || *at == 'E') {
    ++at;
    const bool shrinks = *at == '-';
    at += shrinks || *at == '+' ? 1 : 0;
    const char* const first_of_exponent = at;
    int scale = 0;
    for (; is_digit(*at) && at - first_of_exponent < 4; ++at) scale = 10 * scale + (*at - '0');
    if (at == first_of_exponent || is_digit(*at)) return nullptr;
    exponent += shrinks ? -scale : scale;
    if (exponent < min_power_of_five || exponent > largest_power_of_five) return nullptr;
  }

  std::uint64_t bits = 0;
  if (!nearest_double(significand, exponent, bits)) return nullptr;
  return finish(std::bit_cast<double>(bits));
}

}  // namespace invdyn
