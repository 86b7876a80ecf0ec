#pragma once

// The doubles nearest to several decimal numbers at once, one in each lane. Units for instruction sets
// include this file. It has only templates; the set's Lanes make them distinct.
//
// A field is [-]digits[.digits][e+-dd] of up to 24 characters, with the point among the first eight. All
// other fields are undecided: they go to read_decimal().
//
// 1. The last 24 characters before the separator are loaded as three words, and the first eight, which have
// the
//    sign and the point. For the digits before the point, the words are moved by one character, over the
//    point; characters before the first digit become zeros. So three words hold the up to 23 digits in fixed
//    places. A character that is no digit leaves the lane undecided.
// 2. Each word becomes a number below 10^8, and the three become N = Nh + Nl, exactly: Nh is N rounded, and
//    the difference is below 2^24, a whole number.
// 3. The number is N 10^e, with 10^e = th + tl (1 + 2^-53) from read_tables.h. q = Nh th rounded; c = the
// rest
//    of that product (by FMA, exactly) + Nh tl + Nl th. Let E = 2^-53. The parts of c are at most q E, 2 q E
//    and q E, so the roundings of c are together below 8 q E^2; the missing Nl tl is below 2 q E^2, and the
//    errors of the table are below 4 q E^2. So N 10^e is q + c within 16 q E^2 = 2^-102 q.
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

/// The digits in eight characters; `moved` are those one character earlier. As bytes: the last are decimals,
/// as they are; those before the point come from one character earlier; those before the digits become 0.
/// Counts are in bits, from the end of the text, which is bits_behind after these characters.
template <class Lanes, int bits_behind>
[[gnu::always_inline]] inline typename Lanes::Words digits_in(typename Lanes::Words characters,
                                                              typename Lanes::Words moved,
                                                              typename Lanes::Words decimal_bits,
                                                              typename Lanes::Words digit_bits) {
  const auto ones = Lanes::all(~std::uint64_t{0}), zeros = Lanes::all(0x3030303030303030);
  if (bits_behind > 0) {
    decimal_bits = Lanes::at_least_zero(decimal_bits - Lanes::all(bits_behind));
    digit_bits = Lanes::at_least_zero(digit_bits - Lanes::all(bits_behind));
  }
  const auto before_decimals = Lanes::right_by(ones, decimal_bits);
  const auto before_digits = Lanes::right_by(ones, digit_bits);
  return Lanes::without(Lanes::mixed(before_decimals, moved, characters) ^ zeros, before_digits);
}

/// The digits of the fields that end at these places of the text. The field before each ends at the place
/// before.
template <class Lanes>
[[gnu::always_inline]] inline DecimalFields<Lanes> decimal_fields(const char* text, const int* ends) {
  using Words = typename Lanes::Words;
  using Mask = typename Lanes::Mask;
  const auto all = [](auto value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  DecimalFields<Lanes> result;
  const Words begin = Lanes::first_characters(text, ends);
  Words early, middle, late;
  Lanes::last_characters(text, ends, early, middle, late);
  const Words end = Lanes::positions(ends);
  Words length = end - Lanes::positions(ends - 1) - all(1);

  // An exponent of two digits: the digits end four characters earlier.
  result.exponent = all(0);
  result.undecided = all(24) < length;
  const Mask scientific = (late & all(0xffULL << 32)) == all(std::uint64_t{'e'} << 32);
  if (Lanes::any(scientific)) [[unlikely]] {
    const Words tail = late ^ all(0x3030'0000'0000'0000);
    const Words ten = Lanes::template right<48>(tail) & all(0xff), unit = Lanes::template right<56>(tail);
    const Words sign = Lanes::template right<40>(tail) & all(0xff);
    const Mask shrinks = sign == all('-');
    const Words size = Lanes::product(ten, all(10)) + unit;
    result.undecided =
        result.undecided | (scientific & ((all(9) < ten) | (all(9) < unit) | (length < all(5)) |
                                          Lanes::inverse(shrinks | (sign == all('+')))));
    result.exponent = Lanes::only_if(scientific, Lanes::select(shrinks, all(0) - size, size));
    const Words of_exponent = Lanes::only_if(scientific, all(4));
    length = length - of_exponent;
    int ends_of_digits[Lanes::count];
    Lanes::store_positions(ends_of_digits, end - of_exponent);
    Lanes::last_characters(text, ends_of_digits, early, middle, late);
  }

  const Words before_point = Lanes::characters_before(begin, '.');  // 8: no point
  const Mask has_point = before_point < length;
  result.is_negative = (begin & all(0xff)) == all('-');
  const Words decimals = Lanes::only_if(has_point, length - before_point - all(1));
  const Words digits = Lanes::subtract_one_if(result.is_negative, Lanes::subtract_one_if(has_point, length));
  result.exponent = result.exponent - decimals;
  result.undecided = result.undecided | (digits < all(1)) | ((before_point == all(8)) & (all(8) < length));

  const Words decimal_bits = Lanes::select(has_point, Lanes::template left<3>(decimals), all(192));
  const Words digit_bits = Lanes::template left<3>(digits);
  const Words early_moved = Lanes::template left<8>(early);
  const Words middle_moved = Lanes::template left<8>(middle) | Lanes::template right<56>(early);
  const Words late_moved = Lanes::template left<8>(late) | Lanes::template right<56>(middle);
  result.early = digits_in<Lanes, 128>(early, early_moved, decimal_bits, digit_bits);
  result.middle = digits_in<Lanes, 64>(middle, middle_moved, decimal_bits, digit_bits);
  result.late = digits_in<Lanes, 0>(late, late_moved, decimal_bits, digit_bits);
  result.undecided = result.undecided | Lanes::has_byte_above_nine(result.early, result.middle, result.late);
  return result;
}

/// Stores the doubles nearest to the fields that end at these places; in lanes that are undecided, they have
/// no meaning. Returns the undecided ones.
template <class Lanes>
[[gnu::always_inline]] inline typename Lanes::Mask nearest_doubles(const char* text, const int* ends,
                                                                   double* numbers,
                                                                   const PowersOfTen& powers) {
  using Words = typename Lanes::Words;
  using Doubles = typename Lanes::Doubles;
  const DecimalFields<Lanes> fields = decimal_fields<Lanes>(text, ends);

  // N = (early * 10^8 + middle) * 10^8 + late. The first sum is below 10^15, so exact.
  const Doubles eight = Lanes::all_doubles(1e8);
  const Doubles late = Lanes::eight_digit_number(fields.late);
  const Doubles upper = Lanes::multiply_add(Lanes::eight_digit_number(fields.early), eight,
                                            Lanes::eight_digit_number(fields.middle));
  const Doubles nh = Lanes::multiply_add(upper, eight, late);
  const Doubles nl = Lanes::multiply_subtract(upper, eight, nh) + late;

  const Words index = Lanes::clamped(fields.exponent - Lanes::all(static_cast<std::uint64_t>(smallest_power)),
                                     largest_power - smallest_power);
  Doubles th, tl;
  Lanes::load_powers(powers.at, index, th, tl);
  const Doubles q = nh * th;
  const Doubles c =
      Lanes::multiply_add(nl, th, Lanes::multiply_add(nh, tl, Lanes::multiply_subtract(nh, th, q)));
  const Doubles low = q + Lanes::multiply_add(q, Lanes::all_doubles(-0x1p-100), c);
  const Doubles high = q + Lanes::multiply_add(q, Lanes::all_doubles(0x1p-100), c);

  const Words sign = Lanes::only_if(fields.is_negative, Lanes::all(std::uint64_t{1} << 63));
  Lanes::store(numbers, Lanes::bits_of(low) | sign);
  return fields.undecided | Lanes::differ(low, high);
}

}  // namespace invdyn::text_lanes
