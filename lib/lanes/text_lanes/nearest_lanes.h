#pragma once

#include <cstdint>

#include "lanes.h"
#include "read_tables.h"

// The doubles nearest to several decimal numbers at once, one in each lane. Units for instruction sets
// include this file.
//
// A field is [-]digits[.digits][e+-dd] of up to 24 characters, with the point among the first eight. All
// other fields are undecided: they go to read_decimal().
//
// 1. The last 24 characters before the separator are loaded as three words, and the first eight, which have
//    the sign and the point. For the digits before the point, the words are moved by one character, over the
//    point; characters before the first digit become zeros. So three words hold the up to 23 digits in fixed
//    places. A character that is no digit leaves the lane undecided.
// 2. Each word becomes a number below 10^8, and the three become N = Nh + Nl, exactly: Nh is N rounded, and
//    the difference is below 2^24, a whole number.
// 3. The number is N 10^e, with 10^e = th + tl (1 + 2^-53) from read_tables.h. q = Nh th rounded; c = the
//    rest of that product (by FMA, exactly) + Nh tl + Nl th. Let E = 2^-53. The parts of c are at most q E, 2
//    q E and q E, so the roundings of c are together below 8 q E^2; the missing Nl tl is below 2 q E^2, and
//    the errors of the table are below 4 q E^2. So N 10^e is q + c within 16 q E^2 = 2^-102 q.
// 4. q + (c - 2^-100 q) and q + (c + 2^-100 q) are rounded. If they are the same double, it is the nearest,
//    as rounding is monotonic. If not, as for a decimal halfway between two doubles, the lane is undecided:
//    about one number in 2^45.
//
// This needs rounding to nearest, and no result may be subnormal: N 10^e is 0 or at least 10^-122.

namespace invdyn::text_lanes {

/// Decimal numbers of up to 23 digits: (early * 10^16 + middle * 10^8 + late) * 10^exponent.
template <class Lanes>
struct DecimalFields {
  typename Lanes::Words early, middle, late;  ///< eight digits each, as bytes 0 to 9, the first in the lowest
  typename Lanes::Words exponent;
  typename Lanes::Mask is_negative, undecided;
};

/// The number of characters before the first `c`; 8 if there is none.
template <class Lanes, class Words = typename Lanes::Words, class Set = typename Lanes::Set>
[[gnu::always_inline]] inline Words characters_before(Words text, char c) {
  constexpr std::uint64_t each_byte = 0x0101010101010101;
  const Words found = each<Set::equal_bytes>(text, Lanes::all(each_byte * static_cast<unsigned char>(c)));
  const Words bits_before = each<Set::without>(found - Lanes::all(1), found);
  return each<Set::sum_of_bytes>(bits_before & Lanes::all(each_byte));
}

/// The digits in eight characters; `moved` are those one character earlier. As bytes: the last are decimals,
/// as they are; those before the point come from one character earlier; those before the digits become 0.
/// Counts are in bits, from the end of the text, which is bits_behind after these characters.
template <class Lanes, int bits_behind, class Words = typename Lanes::Words, class Set = typename Lanes::Set>
[[gnu::always_inline]] inline Words digits_in(Words characters, Words moved, Words decimal_bits,
                                              Words digit_bits) {
  const auto ones = Lanes::all(~std::uint64_t{0}), zeros = Lanes::all(0x3030303030303030);
  if (bits_behind > 0) {
    decimal_bits = each<Set::larger>(decimal_bits - Lanes::all(bits_behind), Lanes::all(0));
    digit_bits = each<Set::larger>(digit_bits - Lanes::all(bits_behind), Lanes::all(0));
  }
  const auto before_decimals = each<Set::right_by>(ones, decimal_bits);
  const auto before_digits = each<Set::right_by>(ones, digit_bits);
  return each<Set::without>(each<Set::mixed>(before_decimals, moved, characters) ^ zeros, before_digits);
}

/// The digits of the fields that end at these places of the text. The field before each ends at the place
/// before.
template <class Lanes>
[[gnu::always_inline]] inline DecimalFields<Lanes> decimal_fields(const char* text, const int* ends) {
  using Words = typename Lanes::Words;
  using Set = typename Lanes::Set;
  using Mask = typename Lanes::Mask;
  const auto all = [](auto value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  DecimalFields<Lanes> result;
  const Words begin = Lanes::load_each([&](int i) { return text + ends[i - 1] + 1; });
  Words early, middle, late;
  const auto load_last_24 = [&](const auto* before) {
#pragma GCC unroll 8
    for (int i = 0; i < Lanes::vectors; ++i)
      Set::load_24_before(text, before + i * Set::count, early.v[i], middle.v[i], late.v[i]);
  };
  load_last_24(ends);
  const auto places = [](const int* from) {
    return several<Lanes::vectors>([&](int i) { return Set::load_ints(from + i * Set::count); });
  };
  const Words end = places(ends);
  Words length = end - places(ends - 1) - all(1);

  // An exponent of two digits: the digits end four characters earlier.
  result.exponent = all(0);
  result.undecided = all(24) < length;
  const Mask scientific = (late & all(0xffULL << 32)) == all(std::uint64_t{'e'} << 32);
  if (Lanes::any(scientific)) [[unlikely]] {
    const Words tail = late ^ all(0x3030'0000'0000'0000);
    const Words ten = tail >> 48 & all(0xff), unit = tail >> 56;
    const Words sign = tail >> 40 & all(0xff);
    const Mask shrinks = sign == all('-');
    const Words size = each<Set::product>(ten, all(10)) + unit;
    result.undecided =
        result.undecided | (scientific & ((all(9) < ten) | (all(9) < unit) | (length < all(5)) |
                                          each<Set::inverse>(shrinks | (sign == all('+')))));
    result.exponent = each<Set::only_if>(scientific, each<Set::select>(shrinks, all(0) - size, size));
    const Words of_exponent = each<Set::only_if>(scientific, all(4));
    length = length - of_exponent;
    alignas(64) std::int64_t ends_of_digits[Lanes::count];
    Lanes::store(ends_of_digits, end - of_exponent);
    load_last_24(ends_of_digits);
  }

  const Words before_point = characters_before<Lanes>(begin, '.');  // 8: no point
  const Mask has_point = before_point < length;
  result.is_negative = (begin & all(0xff)) == all('-');
  const Words decimals = each<Set::only_if>(has_point, length - before_point - all(1));
  const Words digits =
      each<Set::subtract_one_if>(result.is_negative, each<Set::subtract_one_if>(has_point, length));
  result.exponent = result.exponent - decimals;
  result.undecided = result.undecided | (digits < all(1)) | ((before_point == all(8)) & (all(8) < length));

  const Words decimal_bits = each<Set::select>(has_point, decimals << 3, all(192));
  const Words digit_bits = digits << 3;
  const Words middle_moved = middle << 8 | early >> 56, late_moved = late << 8 | middle >> 56;
  result.early = digits_in<Lanes, 128>(early, early << 8, decimal_bits, digit_bits);
  result.middle = digits_in<Lanes, 64>(middle, middle_moved, decimal_bits, digit_bits);
  result.late = digits_in<Lanes, 0>(late, late_moved, decimal_bits, digit_bits);
  const Words largest =
      each<Set::larger_bytes>(each<Set::larger_bytes>(result.early, result.middle), result.late);
  result.undecided = result.undecided | each<Set::has_byte_above>(largest, all(0x0909090909090909));
  return result;
}

/// The number with these eight digits, bytes 0 to 9, the first in the lowest byte: pairs, fours, all.
template <class Lanes, class Words = typename Lanes::Words, class Set = typename Lanes::Set>
[[gnu::always_inline]] inline typename Lanes::Doubles eight_digit_number(Words digits) {
  const Words pairs = each<Set::sums_of_products_8>(digits, Lanes::all(0x010a010a010a010a));
  const Words fours = each<Set::sums_of_products_16>(pairs, Lanes::all(0x0001006400010064));
  return each<Set::double_of>(each<Set::product>(fours, Lanes::all(10'000)) + (fours >> 32));
}

/// Stores the doubles nearest to the fields that end at these places; in lanes that are undecided, they have
/// no meaning. Returns the undecided ones.
template <class Lanes>
[[gnu::always_inline]] inline typename Lanes::Mask nearest_doubles(const char* text, const int* ends,
                                                                   double* numbers,
                                                                   const PowersOfTen& powers) {
  using Words = typename Lanes::Words;
  using Set = typename Lanes::Set;
  using Doubles = typename Lanes::Doubles;
  const DecimalFields<Lanes> fields = decimal_fields<Lanes>(text, ends);
  const auto all = [](double value) {
    return several<Lanes::vectors>([doubles = Set::all_doubles(value)](int) { return doubles; });
  };

  // N = (early * 10^8 + middle) * 10^8 + late. The first sum is below 10^15, so exact.
  const Doubles eight = all(1e8);
  const Doubles late = eight_digit_number<Lanes>(fields.late);
  const Doubles upper = each<Set::multiply_add>(eight_digit_number<Lanes>(fields.early), eight,
                                                eight_digit_number<Lanes>(fields.middle));
  const Doubles nh = each<Set::multiply_add>(upper, eight, late);
  const Doubles nl = each<Set::multiply_subtract>(upper, eight, nh) + late;

  const Words index = fields.exponent - Lanes::all(static_cast<std::uint64_t>(smallest_power));
  alignas(64) std::uint64_t row[Lanes::count];
  Lanes::store(row, each<Set::smaller>(each<Set::larger>(index, Lanes::all(0)),
                                       Lanes::all(largest_power - smallest_power)));
  Doubles th, tl;
#pragma GCC unroll 8
  for (int i = 0; i < Lanes::vectors; ++i)
    Set::load_pairs([&](int lane) { return &powers.at[row[i * Set::count + lane]].upper; }, th.v[i], tl.v[i]);
  const Doubles q = nh * th;
  const Doubles c = each<Set::multiply_add>(
      nl, th, each<Set::multiply_add>(nh, tl, each<Set::multiply_subtract>(nh, th, q)));
  const Doubles low = q + each<Set::multiply_add>(q, all(-0x1p-100), c);
  const Doubles high = q + each<Set::multiply_add>(q, all(0x1p-100), c);

  const Words sign = each<Set::only_if>(fields.is_negative, Lanes::all(std::uint64_t{1} << 63));
  Lanes::store(numbers, each<Set::bits_of>(low) | sign);
  return fields.undecided | each<Set::differ>(low, high);
}

}  // namespace invdyn::text_lanes
