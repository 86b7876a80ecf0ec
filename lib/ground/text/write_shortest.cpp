#include "write_shortest.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "eight_digits.h"
#include "power_of_ten.h"
#include "shortest_decimal.h"

namespace invdyn {
namespace {

__extension__ typedef unsigned __int128 Sixteen;  // characters, the first in the lowest byte

/// 17 digits, with zeros at the end, as characters.
struct Digits {
  char first;
  Sixteen others;
  int count;  // without the zeros at the end
};

void store_sixteen(char* at, Sixteen characters) {
  store_eight(at, static_cast<std::uint64_t>(characters));
  store_eight(at + 8, static_cast<std::uint64_t>(characters >> 64));
}

/// The number of trailing zeros among eight digit values; not all are zero.
int zero_digits_behind(std::uint64_t values) {
  // Counts trailing zeros of the swapped word: counting leading zeros takes four times as long on some x86-64
  // processors.
  return std::countr_zero(__builtin_bswap64(values)) / 8;
}

/// The digits of a nonzero number below 10^17, and its length, which is 1 for numbers below 10.
Digits leading_digits(std::uint64_t number, int& length) {
  // Nearly all numbers have 16 or 17 digits, in random order. So the first step has no branch that a
  // processor must predict.
  const bool shorter = number < power_of_ten(16);
  length = 17 - (shorter ? 1 : 0);
  number = shorter ? 10 * number : number;
  while (number < power_of_ten(16)) {
    number *= 10;
    --length;
  }

  constexpr std::uint64_t eight = 100'000'000;
  const std::uint64_t nine_digits = number / eight;
  const std::uint64_t first = nine_digits / eight;
  const std::uint64_t early = to_eight_digits(nine_digits - eight * first);
  const std::uint64_t late = to_eight_digits(number - eight * nine_digits);
  const int zeros = late != 0 ? zero_digits_behind(late) : 8 + zero_digits_behind(early);
  return {static_cast<char>('0' + first), Sixteen{late | eight_zeros} << 64 | (early | eight_zeros),
          17 - zeros};
}

/// d.ddd, or just d.
char* write_with_point(char* out, const Digits& digits) {
  out[0] = digits.first;
  out[1] = '.';
  store_sixteen(out + 2, digits.others);
  return out + digits.count + (digits.count > 1 ? 1 : 0);
}

char* write_scientific(char* out, const Digits& digits, int exponent) {
  out = write_with_point(out, digits);
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  const int size = std::abs(exponent);
  if (size >= 100) *out++ = static_cast<char>('0' + size / 100);
  *out++ = static_cast<char>('0' + size / 10 % 10);
  *out++ = static_cast<char>('0' + size % 10);
  return out;
}

}  // namespace

char* write_shortest(char* const start, double value) {
  char* out = start;
  *out = '-';
  out += std::signbit(value) ? 1 : 0;
  if (value == 0) {
    *out = '0';
    return out + 1;
  }
  const bool is_power_of_two = std::bit_cast<std::uint64_t>(value) << 12 == 0;
  if (is_power_of_two) [[unlikely]]
    return std::to_chars(start, start + shortest_room, value).ptr;
  const Decimal decimal = shortest_decimal(value);
  int length = 0;
  const Digits digits = leading_digits(decimal.significand, length);
  const int exponent = decimal.exponent + length - 1;  // exponent of the first digit

  if (exponent == 0) return write_with_point(out, digits);
  // Plain notation if it takes no more characters: 0.00ddd or dd000 against d.dde-03. A single digit has no
  // point in scientific notation.
  const int zeros_for_less = digits.count == 1 ? 4 : 5;
  if (exponent < 0) {
    if (-exponent >= zeros_for_less) return write_scientific(out, digits, exponent);
    std::memcpy(out, "0.000000", 8);  // as one word; the digits overwrite the rest
    out += 1 - exponent;
    *out = digits.first;
    store_sixteen(out + 1, digits.others);
    return out + digits.count;
  }
  if (exponent - (digits.count - 1) > zeros_for_less) return write_scientific(out, digits, exponent);
  // For such large integers std::to_chars() writes all digits, although zeros after the first 17 would read
  // back.
  if (exponent >= 16) return std::to_chars(start, start + shortest_room, value).ptr;

  *out = digits.first;
  store_sixteen(out + 1, digits.others);
  out += exponent + 1;
  if (digits.count <= exponent + 1) return out;
  *out = '.';
  store_sixteen(out + 1, digits.others >> (8 * exponent));
  return out + digits.count - exponent;
}

}  // namespace invdyn
