#include "write_tables.h"

#include "../../ground/text/shortest_decimal.h"

namespace invdyn::text_lanes {
namespace {

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

// As std::to_chars(): plain if that is not longer than scientific notation. 0: it is, or there are digits
// beyond those given.
constexpr int plain_length(int exponent, int digits) {
  const int zeros_for_less = digits == 1 ? 4 : 5;
  if (exponent < smallest_plain || exponent > largest_plain) return 0;
  if (-exponent >= zeros_for_less || exponent - (digits - 1) > zeros_for_less) return 0;
  if (exponent < 0) return digits + 1 - exponent;
  return digits > exponent + 1 ? digits + 1 : exponent + 1;
}

constexpr Layout layout_for(int exponent, bool has_sixteen, bool is_negative) {
  Layout layout{};
  layout.first_place = 31;
  int at = 0, digit = has_sixteen ? 1 : 0;
  const auto put = [&](char character, int index = 0x80) {
    layout.index[at] = static_cast<unsigned char>(index);
    layout.characters[at++] = static_cast<unsigned char>(character);
  };
  const auto put_digit = [&] {
    if (digit == 0) layout.first_place = static_cast<unsigned char>(at);
    put('0', digit >= 1 && digit <= 16 ? 16 - digit : 0x80);
    ++digit;
  };
  if (is_negative) put('-');
  if (exponent < 0) put('0'), put('.');
  for (int i = exponent; i < -1; ++i) put('0');
  for (int i = 0; i <= exponent; ++i) put_digit();
  if (exponent >= 0) put('.');
  while (at < 32) put_digit();

  for (int zeros = 0; zeros <= 16; ++zeros) {
    const int length = plain_length(exponent, 17 - (has_sixteen ? 1 : 0) - zeros);
    layout.length[zeros] = static_cast<unsigned char>(length + (length != 0 && is_negative ? 1 : 0));
  }
  return layout;
}

constexpr Layouts all_layouts() {
  Layouts result{};
  for (int exponent = smallest_plain - 1; exponent <= largest_plain + 1; ++exponent)
    for (const bool has_sixteen : {false, true})
      for (const bool is_negative : {false, true})
        result.at[layout_of(exponent, has_sixteen, is_negative)] =
            layout_for(exponent, has_sixteen, is_negative);
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
constexpr Layouts layouts = all_layouts();
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
