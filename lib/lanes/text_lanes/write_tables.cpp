#include "write_tables.h"

#include "../../ground/text/shortest_decimal.h"

namespace invdyn::text_lanes {
namespace {

constexpr int digits_early = 16, point = 17, zero = 18, minus = 19;  // bytes of PermutedLayouts

constexpr Gaps all_gaps() {
  Gaps result{};
  constexpr std::uint64_t more_bits = std::uint64_t{1} << 63, low_52 = ~std::uint64_t{} >> 12;
  for (int biased = 1; biased < 2047; ++biased) {
    // Half the distance with 125 bits after the point, 61 of them in the upper word.
    const PowerOfFive& half = shortest_digits::half_gaps[static_cast<std::size_t>(biased)];
    const int k = shortest_digits::floor_log10_of_power_of_two(shortest_digits::exponent_of_last_bit(biased));
    result.lower[biased] = (half.upper << 40 | half.lower >> 24) & low_52;
    const std::uint64_t gap = half.upper >> 12;
    const bool is_exact = result.lower[biased] == 0 && gap % 2 == 0;  // and half of it too
    result.upper[biased] =
        gap | static_cast<std::uint64_t>(k + exponent_offset) << 52 | (is_exact ? 0 : more_bits);
  }
  // Zero, which is 0 * 10^-15 with sixteen digits, so that its first digit has the exponent 0.
  for (const int biased : {0, 2047}) {
    result.upper[biased] = static_cast<std::uint64_t>(-15 + exponent_offset) << 52 | more_bits;
    result.lower[biased] = 1;
  }
  return result;
}

// The byte of PermutedLayouts for digit i, counted from the first.
constexpr int byte_of_digit(int i, bool has_sixteen) {
  if (has_sixteen) return i < 16 ? i : zero;
  return i == 0 ? digits_early : i <= 16 ? i - 1 : zero;
}

constexpr PermutedLayouts all_permuted_layouts() {
  PermutedLayouts result{};
  for (int exponent = smallest_plain - 1; exponent <= largest_plain + 1; ++exponent)
    for (const bool has_sixteen : {false, true})
      for (const bool is_negative : {false, true}) {
        unsigned char* const bytes = result.at[layout_of(exponent, has_sixteen, is_negative)];
        int at = 0, digit = 0;
        const auto put = [&](int byte) {
          if (at < 32) bytes[at++] = static_cast<unsigned char>(byte);
        };
        if (is_negative) put(minus);
        if (exponent < 0) put(zero), put(point);
        for (int i = exponent; i < -1; ++i) put(zero);
        for (; digit <= exponent; ++digit) put(byte_of_digit(digit, has_sixteen));
        if (exponent >= 0) put(point);
        while (at < 32) put(byte_of_digit(digit++, has_sixteen));
      }
  return result;
}

// As std::to_chars(): plain if that is not longer than scientific notation. 0: it is, or there are digits
// beyond those given.
constexpr int plain_length(int exponent, int digits) {
  const int zeros_for_less = digits == 1 ? 4 : 5;
  if (exponent < smallest_plain || exponent > largest_plain) return 0;
  if (-exponent >= zeros_for_less || exponent - (digits - 1) > zeros_for_less) return 0;
  if (exponent < 0) return digits + 1 - exponent;
  return digits > exponent + 1 ? digits + 1 : exponent + 1;
}

constexpr ShuffledLayouts all_shuffled_layouts() {
  ShuffledLayouts result{};
  constexpr PermutedLayouts permuted = all_permuted_layouts();
  for (int exponent = smallest_plain - 1; exponent <= largest_plain + 1; ++exponent)
    for (const bool has_sixteen : {false, true})
      for (const bool is_negative : {false, true}) {
        const int number = layout_of(exponent, has_sixteen, is_negative);
        ShuffledLayout& layout = result.at[number];
        layout.first_place = 31;
        for (int i = 31; i >= 0; --i) {
          const int byte = permuted.at[number][i];
          layout.index[i] = static_cast<unsigned char>(byte < 16 ? 15 - byte : 0x80);
          layout.characters[i] = byte < digits_early ? '0' : byte == point ? '.' : byte == minus ? '-' : '0';
          if (byte == digits_early) layout.first_place = static_cast<unsigned char>(i);
        }
        for (int zeros = 0; zeros <= 16; ++zeros) {
          const int length = plain_length(exponent, 17 - (has_sixteen ? 1 : 0) - zeros);
          layout.length[zeros] = static_cast<unsigned char>(length + (length != 0 && is_negative ? 1 : 0));
        }
      }
  return result;
}

constexpr ExponentTexts all_exponent_texts() {
  ExponentTexts result{};
  for (int exponent = -99; exponent <= 99; ++exponent) {
    char* const text = result.at[99 + exponent];
    const int size = exponent < 0 ? -exponent : exponent;
    text[0] = 'e';
    text[1] = exponent < 0 ? '-' : '+';
    text[2] = static_cast<char>('0' + size / 10);
    text[3] = static_cast<char>('0' + size % 10);
  }
  return result;
}

}  // namespace

constexpr Gaps gaps = all_gaps();
constexpr PermutedLayouts permuted_layouts = all_permuted_layouts();
constexpr ShuffledLayouts shuffled_layouts = all_shuffled_layouts();
constexpr ExponentTexts exponent_texts = all_exponent_texts();

namespace {

// Distances are taken for exact only if they are: those of the doubles from 2^-16 to 2^56.
constexpr bool exact_gaps_are_exact() {
  for (int biased = 1; biased < 2047; ++biased) {
    const int q = shortest_digits::exponent_of_last_bit(biased);
    const bool is_exact = gaps.upper[biased] >> 63 == 0;
    if (is_exact != (q >= -68 && q <= 3)) return false;
    if (!is_exact) continue;
    const int k = shortest_digits::floor_log10_of_power_of_two(q);
    std::uint64_t five = 1;
    for (int i = 0; i < -k; ++i) five *= 5;
    if ((gaps.upper[biased] & ~std::uint64_t{} >> 12) != five << (48 + q - k)) return false;
  }
  return true;
}
static_assert(exact_gaps_are_exact());

}  // namespace
}  // namespace invdyn::text_lanes
