// Rows of numbers as text with SSE4.1: one number at a time, its sixteen digits in the lanes of a vector.
//
// The digits are found as in shortest_lanes.h, with one product of 64 bits, for the doubles from 2^-16 to
// 2^56, whose distances are exact. They are laid out as by the unit for AVX2. All other numbers, and those in
// scientific notation, go to write_shortest().
#include <smmintrin.h>

#include "../../ground/text/write_shortest.h"
#include "text_lanes.h"
#include "write_tables.h"

namespace invdyn::text_lanes {
namespace {

__extension__ typedef unsigned __int128 Wide;

/// The shortest decimal of the double with these bits, without its power of ten, below 10^17.
[[gnu::always_inline]] inline std::uint64_t shortest_whole(std::uint64_t bits, std::uint64_t entry) {
  constexpr std::uint64_t one = std::uint64_t{1} << 48;
  const std::uint64_t gap = entry & (~std::uint64_t{} >> 12);
  // m * 2^11 times gap * 2^5: the upper word is the part above the point. Zero, too, gets a leading one, but
  // its gap is 0.
  const std::uint64_t m = bits << 11 | std::uint64_t{1} << 63;
  const Wide product = static_cast<Wide>(m) * (gap << 5);
  const auto whole = static_cast<std::uint64_t>(product >> 64);
  const auto fraction = static_cast<std::uint64_t>(product) >> 16;

  const std::uint64_t tens = whole / 10 * 10, d = whole - tens;
  const std::uint64_t rest = d << 48 | fraction;
  const std::uint64_t limit = gap / 2 + (~bits & 1);
  const std::uint64_t nearest = d + (fraction + (whole & 1) > one / 2 ? 1 : 0);
  // Without a branch, which could not be predicted.
  const std::uint64_t round_down = -std::uint64_t{rest < limit};
  const std::uint64_t round_up = -std::uint64_t{10 * one - rest < limit};
  return tens + ((nearest & ~(round_down | round_up)) | (10 & round_up));
}

/// The digits of two numbers below 10^8 as bytes 0 to 9, the last in the lowest byte. As to_eight_digits() in
/// ground/text/eight_digits.h.
[[gnu::always_inline]] inline __m128i eight_digits(std::uint64_t early, std::uint64_t late) {
  const __m128i numbers = _mm_set_epi64x(static_cast<long long>(early), static_cast<long long>(late));
  const __m128i upper_four = _mm_srli_epi64(_mm_mul_epu32(numbers, _mm_set1_epi64x(109'951'163)), 40);
  const __m128i fours =
      _mm_add_epi64(numbers, _mm_mul_epu32(upper_four, _mm_set1_epi64x((1LL << 32) - 10'000)));
  const __m128i hundreds = _mm_srli_epi32(_mm_mulhi_epu16(fours, _mm_set1_epi32(5243)), 3);
  const __m128i pairs = _mm_add_epi32(fours, _mm_mullo_epi32(hundreds, _mm_set1_epi32((1 << 16) - 100)));
  const __m128i tens = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
  __m128i factors = _mm_set1_epi16((1 << 8) - 10);
  asm("" : "+x"(factors));  // g++ would replace this product by five shifts and sums
  return _mm_add_epi16(pairs, _mm_mullo_epi16(tens, factors));
}

/// Writes the text of a number and maybe 32 bytes after `out`; nullptr: it is for write_shortest().
[[gnu::always_inline]] inline char* write(char* out, double value) {
  std::uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const std::uint64_t entry = gaps.upper[bits << 1 >> 53];
  if (entry >> 63 != 0 && value != 0) [[unlikely]]
    return nullptr;
  constexpr std::uint64_t eight = 100'000'000;
  const std::uint64_t number = shortest_whole(bits, entry);
  const std::uint64_t upper = number / eight, first = upper / eight;
  const __m128i digits = eight_digits(upper - first * eight, number - upper * eight);
  const auto nonzero = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpgt_epi8(digits, _mm_setzero_si128())));
  const int zeros = __builtin_ctz(nonzero | 0x10000U);

  const bool has_sixteen = first == 0;
  const int exponent = static_cast<int>(entry >> 52 & 0x3ff) - exponent_offset + 16 - (has_sixteen ? 1 : 0);
  const ShuffledLayout& layout = shuffled_layouts.at[layout_of(exponent, has_sixteen, bits >> 63 != 0)];
  const auto put = [&](int half) {
    const auto part = [&](const unsigned char* bytes) {
      return _mm_load_si128(reinterpret_cast<const __m128i*>(bytes + 16 * half));
    };
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 16 * half),
                     _mm_or_si128(_mm_shuffle_epi8(digits, part(layout.index)), part(layout.characters)));
  };
  put(0), put(1);
  out[layout.first_place] = static_cast<char>('0' + first);
  const std::size_t length = layout.length[zeros];
  return length == 0 ? nullptr : out + length;
}

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

char* sse4_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                      std::size_t& single) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns; ++i, ++numbers) {
      char* end = text_lanes::write(out, *numbers);
      if (end == nullptr) [[unlikely]] {
        end = write_shortest(out, *numbers);
        ++single;
      }
      *end = ',';
      out = end + 1;
    }
    out[-1] = '\n';
  }
  return out;
}

}  // namespace invdyn
