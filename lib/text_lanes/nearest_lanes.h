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

/// Fields converted: in lanes that are undecided, `numbers` has no meaning.
template <class Lanes>
[[gnu::always_inline]] inline typename Lanes::Mask nearest_doubles(const char* text, const int* ends,
                                                                   double* numbers,
                                                                   const PowersOfTen& table) {
  using Words = typename Lanes::Words;
  using Mask = typename Lanes::Mask;
  using Doubles = typename Lanes::Doubles;
  const auto all = [](auto value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  const Words ones = all(-1);

  // The characters, from the first (`begin`) and up to the last.
  const Words begin = Lanes::first_characters(text, ends);
  Words early, middle, late;
  Lanes::last_characters(text, ends, early, middle, late);
  const Words end = Lanes::positions(ends);
  Words length = end - Lanes::positions(ends - 1) - all(1);

  // An exponent of two digits: the digits end four characters earlier.
  Words power = all(0);
  Mask undecided = all(24) < length;
  const Mask scientific = (late & all(0xffULL << 32)) == all(std::uint64_t{'e'} << 32);
  if (Lanes::any(scientific)) [[unlikely]] {
    const Words tail = late ^ all(0x3030'0000'0000'0000);
    const Words ten = Lanes::template right<48>(tail) & all(0xff), unit = Lanes::template right<56>(tail);
    const Words sign = Lanes::template right<40>(tail) & all(0xff);
    const Mask is_negative = sign == all('-');
    const Words size = Lanes::product(ten, all(10)) + unit;
    undecided = undecided | (scientific & ((all(9) < ten) | (all(9) < unit) | (length < all(5)) |
                                           Lanes::inverse(is_negative | (sign == all('+')))));
    power = Lanes::only_if(scientific, Lanes::select(is_negative, all(0) - size, size));
    const Words of_exponent = Lanes::only_if(scientific, all(4));
    length = length - of_exponent;
    int ends_of_digits[Lanes::count];
    Lanes::store_positions(ends_of_digits, end - of_exponent);
    Lanes::last_characters(text, ends_of_digits, early, middle, late);
  }

  // Sign, point, and the numbers of digits: behind the point, and all.
  const Mask is_negative = (begin & all(0xff)) == all('-');
  const Words before_point = Lanes::characters_before(begin, '.');  // 8: no point
  const Mask has_point = before_point < length;
  const Words decimals = Lanes::only_if(has_point, length - before_point - all(1));
  const Words digits = Lanes::subtract_one_if(is_negative, Lanes::subtract_one_if(has_point, length));
  undecided = undecided | (digits < all(1)) | ((before_point == all(8)) & (all(8) < length));

  // Of each word, the later bytes are decimals, as they are; those before the point come from one byte
  // earlier; those before the digits become 0. In bits from the end, and less 64 for each later word.
  const Words decimal_bits = Lanes::select(has_point, Lanes::template left<3>(decimals), all(192));
  const Words digit_bits = Lanes::template left<3>(digits);
  const auto placed = [&](Words word, Words moved, int bits_behind) {
    const auto rest = [&](Words bits) {
      return bits_behind == 0 ? bits : Lanes::at_least_zero(bits - all(bits_behind));
    };
    const Words before_decimals = Lanes::right_by(ones, rest(decimal_bits));
    const Words before_digits = Lanes::right_by(ones, rest(digit_bits));
    return Lanes::without(Lanes::mixed(before_decimals, moved, word) ^ all(0x3030303030303030),
                          before_digits);
  };
  const auto moved = [](Words word, Words earlier) {
    return Lanes::template left<8>(word) | Lanes::template right<56>(earlier);
  };
  const Words late_digits = placed(late, moved(late, middle), 0);
  const Words middle_digits = placed(middle, moved(middle, early), 64);
  const Words early_digits = placed(early, Lanes::template left<8>(early), 128);
  undecided = undecided | Lanes::has_byte_above_nine(early_digits, middle_digits, late_digits);

  // N = (early * 10^8 + middle) * 10^8 + late. The first sum is below 10^15, so exact.
  const Doubles eight = Lanes::all_doubles(1e8);
  const Doubles last = Lanes::eight_digit_number(late_digits);
  const Doubles upper = Lanes::multiply_add(Lanes::eight_digit_number(early_digits), eight,
                                            Lanes::eight_digit_number(middle_digits));
  const Doubles nh = Lanes::multiply_add(upper, eight, last);
  const Doubles nl = Lanes::multiply_subtract(upper, eight, nh) + last;

  const Words index = Lanes::clamped(power - decimals - all(least_power), largest_power - least_power);
  const Doubles th = Lanes::gather(table.upper, index), tl = Lanes::gather(table.lower, index);
  const Doubles q = nh * th;
  const Doubles c =
      Lanes::multiply_add(nl, th, Lanes::multiply_add(nh, tl, Lanes::multiply_subtract(nh, th, q)));
  const Doubles most = Lanes::all_doubles(0x1p-100), least = Lanes::all_doubles(-0x1p-100);
  const Doubles low = q + Lanes::multiply_add(q, least, c), high = q + Lanes::multiply_add(q, most, c);
  undecided = undecided | Lanes::differ(low, high);

  Lanes::store(numbers, Lanes::bits_of(low) | Lanes::only_if(is_negative, all(std::uint64_t{1} << 63)));
  return undecided;
}

}  // namespace invdyn::text_lanes
