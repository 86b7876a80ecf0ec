#pragma once

#include <cstdint>

#include "lanes.h"
#include "write_tables.h"

// The shortest decimals of several doubles at once, one in each lane. Units for instruction sets include this
// file.
//
// Method: Schubfach, as in ground/text/shortest_decimal.h [R. Giulietti, The Schubfach way to render doubles,
// 2020]. A double is m g, with m of 53 bits and g the distance of its neighbours, here in units of 10^k with
// 1 <= g < 10 (write_tables.h). All decimals within g / 2 of it read back as the double. So at most one
// multiple of 10 does, and it is the shortest text; if there is none, it is the nearest whole number.
//
// What differs: the lanes have products of 52 bits.
// - g has 48 bits after the point, so m g < 2^53 * 10 * 2^48 is a whole number u of 105 bits. Its part above
//   the point, below 10^17, and its 48 bits after the point are kept apart.
// - For doubles from 2^-16 to 2^56, g and g / 2 are exact, so all comparisons are.
// - For others, g is too small by less than 2^-100: the part of 52 bits in Gaps::lower is multiplied too and
//   cut off. So m g is too small by less than 3 units of 2^-48 (2^53 * 2^-100 and the bits cut off), and g /
//   2 by less than 1. Where two sides of a comparison are nearer than 4 units, or a digit could carry, the
//   lane is undecided. This is rare: 9 in 2^47 for each of the three comparisons.
// - A power of two has a nearer lower neighbour. With an exact g this changes nothing: these are the powers
//   from 2^-16 to 2^55, whose exact decimals have at most 17 digits or more than 10^17 units (the tests write
//   them all). With other g the lane is undecided. So are subnormal numbers, whose m is smaller.

namespace invdyn::text_lanes {

/// The decimal 0.d1 d2 d3 ... of each lane, as 16 or 17 digits, maybe zeros at the end.
template <class Lanes>
struct ShortestDigits {
  typename Lanes::Words first;        ///< the first of 17 digits; 0: there are 16
  typename Lanes::Words early, late;  ///< eight digits each, as eight_digits() gives them
  typename Lanes::Words exponent;     ///< of the first digit
  typename Lanes::Mask has_sixteen;
};

/// Larger exponents are those of undecided lanes, or need more than two digits: the lanes do not write them.
constexpr int largest_exponent = 99;

/// The digits of numbers below 10^8 as bytes 0 to 9, the last in the lowest byte. As to_eight_digits() in
/// ground/text/eight_digits.h.
template <class Lanes>
[[gnu::always_inline]] inline typename Lanes::Words eight_digits(typename Lanes::Words x) {
  using Words = typename Lanes::Words;
  using Set = typename Lanes::Set;
  constexpr std::uint64_t each_32 = 1 | std::uint64_t{1} << 32, each_16 = each_32 | each_32 << 16;
  const Words upper_four = each<Set::product>(x, Lanes::all(109'951'163)) >> 40;
  const Words fours = x + each<Set::product>(upper_four, Lanes::all((std::uint64_t{1} << 32) - 10'000));
  const Words over_eight = each<Set::high_product_16>(fours, Lanes::all(5243 * each_32));
  const Words hundreds = each<Set::template right_32<3>>(over_eight);
  const Words pairs =
      fours + (hundreds << 16) - each<Set::low_product_16>(hundreds, Lanes::all(100 * each_32));
  const Words tens = each<Set::high_product_16>(pairs, Lanes::all(6554 * each_16));  // n / 10
  auto factor = Set::all(((1 << 8) - 10) * each_16);
  asm("" : "+x"(factor.v));  // g++ would replace this product by five shifts and sums
  return pairs + several<Lanes::vectors>([&](int i) { return Set::low_product_16(tens.v[i], factor); });
}

/// table[index].
template <class Lanes>
[[gnu::always_inline]] inline typename Lanes::Words from_table(const std::uint64_t* table,
                                                               typename Lanes::Words index) {
  // Instructions that gather would take longer.
  alignas(64) std::uint64_t at[Lanes::count];
  Lanes::store(at, index);
  return Lanes::load_each([&](int i) { return table + at[i]; });
}

/// The digits of the finite doubles with these bits. 0 becomes zeros, with exponent 0.
template <class Lanes>
[[gnu::always_inline]] inline ShortestDigits<Lanes> shortest_digits_of(typename Lanes::Words bits,
                                                                       const Gaps& table) {
  using Words = typename Lanes::Words;
  using Mask = typename Lanes::Mask;
  using Set = typename Lanes::Set;
  const auto all = [](auto value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  constexpr std::uint64_t one = std::uint64_t{1} << 48;  // 10^k
  constexpr std::uint64_t eight = 100'000'000;

  const Words biased = (bits + bits) >> 53;
  const Words entry = from_table<Lanes>(table.upper, biased);
  const Words gap = entry & all((std::uint64_t{1} << 52) - 1);
  const Words half_gap = gap >> 1;
  const Mask inexact = each<Set::top_bit>(entry);
  const bool some_inexact = Lanes::any(inexact);

  Words whole, fraction;  // of m g
  const auto multiply = [&](Words more) {
#pragma GCC unroll 8
    for (int i = 0; i < Lanes::vectors; ++i)
      Set::multiply(bits.v[i], gap.v[i], more.v[i], whole.v[i], fraction.v[i]);
  };
  if (some_inexact) [[unlikely]]
    multiply(each<Set::high_product>(bits, from_table<Lanes>(table.lower, biased)));
  else
    multiply(all(0));

  // d is the last digit, rest the distance to the multiple of 10 below. The limits belong to an even m.
  Words upper = each<Set::quotient_by_eight_digits>(whole);
  const Words lower = whole - each<Set::product>(upper, all(eight));
  const Words tens = each<Set::product>(each<Set::product>(lower, all(429'496'730)) >> 32, all(10));
  const Words d = lower - tens;
  const Words rest = d << 48 | fraction;
  const Words limit = half_gap + each<Set::without>(all(1), bits);
  const Words above = all(10 * one) - rest;
  const Mask round_down = rest < limit;
  const Mask round_up = above < limit;
  const Mask nearest_is_above = all(one / 2) < fraction + (whole & all(1));  // ties to even
  Words last = each<Set::add_one_if>(nearest_is_above, d);
  last = each<Set::select>(round_up, all(10), each<Set::zero_if>(round_down, last));

  Words k = (entry + entry) >> 53;  // + exponent_offset
  if (some_inexact) [[unlikely]] {
    // Distances of -4 to 4 units become 0 to 8.
    const auto is_near = [&](Words distance) { return each<Set::is_below>(distance + all(4), all(9)); };
    const Words to_middle_or_whole = (fraction + all(4)) & all(one / 2 - 1);
    Mask undecided =
        each<Set::is_below>(to_middle_or_whole, all(9)) | is_near(rest - limit) | is_near(above - limit);
    undecided = undecided | (bits << 12 == all(0)) | (biased == all(0));
    undecided = undecided & inexact & each<Set::inverse>(bits + bits == all(0));
    k = each<Set::select>(undecided, all(largest_exponent + exponent_offset), k);
  }

  // A carry can only go through all eight lower digits, as `tens` ends with 0.
  Words lower_digits = tens + last;
  const Mask carry = lower_digits == all(eight);
  upper = each<Set::add_one_if>(carry, upper);
  lower_digits = each<Set::zero_if>(carry, lower_digits);

  ShortestDigits<Lanes> result;
  result.has_sixteen = upper < all(eight);
  result.first = each<Set::product>(upper, all(1'441'151'881)) >> 57;  // / 10^8, below 10^9
  result.early = eight_digits<Lanes>(upper - each<Set::product>(result.first, all(eight)));
  result.late = eight_digits<Lanes>(lower_digits);
  result.exponent = each<Set::subtract_one_if>(result.has_sixteen, k + all(16 - exponent_offset));
  return result;
}

}  // namespace invdyn::text_lanes
