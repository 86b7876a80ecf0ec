#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "power_of_five.h"

namespace invdyn {

/// significand * 10^exponent.
struct Decimal {
  std::uint64_t significand;
  int exponent;
};

namespace shortest_digits {

using powers_of_five::Wide;

constexpr int exponents = 2047;  // biased exponents of finite doubles: 0 to 2046

/// floor(log10(2^exponent)) and floor(log2(10^exponent)), for exponents of finite doubles (Giulietti 2020,
/// section 8.2, with shorter fractions).
constexpr int floor_log10_of_power_of_two(int exponent) {
  return (exponent * 315653) >> 20;
}
constexpr int floor_log2_of_power_of_ten(int exponent) {
  return (exponent * 1741647) >> 19;
}

/// The binary exponent of the last bit of a double.
constexpr int exponent_of_last_bit(int biased_exponent) {
  return (biased_exponent == 0 ? 1 : biased_exponent) - 1075;
}

/// Half the distance of neighbouring doubles: 2^(q-1) for a last bit of exponent q. The unit is the largest
/// power of ten up to that distance, so it is at least 1/2 and below 5. It has 125 bits after the point,
/// rounded up.
constexpr auto table() {
  std::array<PowerOfFive, exponents> gaps{};
  for (int biased = 0; biased < exponents; ++biased) {
    const int q = exponent_of_last_bit(biased);
    const int power = -floor_log10_of_power_of_two(q);
    const PowerOfFive& five = power_of_five(power);
    Wide gap = (static_cast<Wide>(five.upper) << 64) | five.lower;
    const bool exact = power >= 0 && power <= 55;
    const bool is_rounded_up = power < 0 && power >= -27;
    if (!exact && !is_rounded_up) ++gap;
    const int dropped = 3 - (q + floor_log2_of_power_of_ten(power));
    const Wide kept = gap >> dropped;
    gap = kept + ((kept << dropped) == gap ? 0 : 1);
    gaps[static_cast<std::size_t>(biased)] = {static_cast<std::uint64_t>(gap >> 64),
                                              static_cast<std::uint64_t>(gap)};
  }
  return gaps;
}

inline constexpr auto half_gaps = table();

}  // namespace shortest_digits

/// The decimal with the fewest digits that reads back as |value|; among several, the nearest one. Its
/// significand is below 10^17 and may end in zeros. `value` is finite, not zero and not a power of two (whose
/// distances to the next smaller and larger double differ).
///
/// By R. Giulietti, The Schubfach way to render doubles (2020): 10^exponent is at most the distance of
/// doubles, and more than a tenth of it. So at most one multiple of 10^(exponent + 1) reads back as the
/// value. If there is one, it is taken; otherwise the nearest multiple of 10^exponent. The bounds come from
/// one product. There is no branch, because it could not be predicted: half of all doubles have 17 digits.
[[gnu::always_inline]] inline Decimal shortest_decimal(double value) {
  using shortest_digits::Wide;
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto biased = static_cast<std::size_t>((bits >> 52) & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t integer = fraction | (std::uint64_t{biased != 0} << 52);  // of the last bit

  // The value and half the gap, in three words each, with 64 + 64 + 6 bits after the point. The rounding of
  // the table makes them too large by less than half the lowest word, so that word is only used for borrow
  // and carry. This is enough: over all exponents, a value that is no multiple and no middle of two is
  // 2^-64.6 away from them (by continued fractions).
  const PowerOfFive& half_gap = shortest_digits::half_gaps[biased];
  const Wide lower_part = static_cast<Wide>(integer << 10) * half_gap.lower;
  const Wide upper =
      static_cast<Wide>(integer << 10) * half_gap.upper + static_cast<std::uint64_t>(lower_part >> 64);
  const auto lowest = static_cast<std::uint64_t>(lower_part);
  const Wide gap_upper =
      (static_cast<Wide>(half_gap.upper >> 55) << 64) | ((half_gap.upper << 9) | (half_gap.lower >> 55));
  const std::uint64_t gap_lowest = half_gap.lower << 9;

  // Decimals above `least`, up to `largest`, read back as the value. Halfway to a neighbour reads as the even
  // one.
  const auto integer_part = [](Wide number) { return static_cast<std::uint64_t>(number >> 64) >> 6; };
  const std::uint64_t odd = integer & 1;
  const std::uint64_t borrow = lowest < gap_lowest ? 1 : 0;
  const std::uint64_t carry = lowest + gap_lowest < lowest ? 1 : 0;
  const std::uint64_t minimum = integer_part(upper - gap_upper - borrow - (1 - odd));
  const std::uint64_t largest = integer_part(upper + gap_upper + carry - odd);
  const std::uint64_t of_fewer_digits = largest / 10 * 10;

  const auto upmost = static_cast<std::uint64_t>(upper >> 64);
  const bool above_middle_or_odd = static_cast<std::uint64_t>(upper) != 0 || (upmost & 64) != 0;
  const std::uint64_t nearest = (upmost + 31 + (above_middle_or_odd ? 1 : 0)) >> 6;

  const std::uint64_t choice = -std::uint64_t{of_fewer_digits > minimum};
  return {nearest ^ ((nearest ^ of_fewer_digits) & choice),
          shortest_digits::floor_log10_of_power_of_two(
              shortest_digits::exponent_of_last_bit(static_cast<int>(biased)))};
}

}  // namespace invdyn
