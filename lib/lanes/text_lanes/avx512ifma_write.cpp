// Rows of numbers as text with AVX-512 IFMA (and F, DQ, BW, VL, CD, VBMI).
//
// Up to 64 numbers are prepared, 32 at a time, then placed one after the other. To prepare: the digits
// (shortest_lanes.h), their count, the length and the layout of each text. To place: one permutation of bytes
// and one store for each number (write_tables.h), then its separator. Texts overlap: each begins where the
// one before ends, and covers what that one wrote behind its end.
#include "../../ground/text/write_shortest.h"
#include "avx512ifma_words.h"
#include "text_lanes.h"
#include "write_tables.h"

#include "shortest_lanes.h"
#include "write_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

struct Lanes : IfmaLanes<4> {
  /// m g, for the m of the double with these bits: its part above the point and its 48 bits after it. `more`
  /// is added to the last of these bits. IFMA multiplies the lower 52 bits, so the leading one of m is added.
  [[gnu::always_inline]] static void multiply(Words bits, Words gap, Words more, Words& whole,
                                              Words& fraction) {
    const Words high = high_product(bits, gap);
    const Words low = each([](__m512i sum, __m512i a, __m512i b) { return _mm512_madd52lo_epu64(sum, a, b); },
                           more, bits, gap);
    whole = left<4>(high) + right<48>(low);
    fraction = low & all((std::uint64_t{1} << 48) - 1);
  }
  /// m y / 2^52, cut off.
  [[gnu::always_inline]] static Words high_product(Words bits, Words y) {
    return each([](__m512i a, __m512i b) { return _mm512_madd52hi_epu64(b, a, b); }, bits, y);
  }
  /// x / 10^8 for x < 10^17: (x >> 8) / 5^8, by a factor that is too large by less than 2^-70. For
  /// x >> 8 < 2^49 the error is below 2^-21, less than 1 / 5^8.
  [[gnu::always_inline]] static Words quotient_by_eight_digits(Words x) {
    constexpr long long factor = 3'022'314'549'036'573;  // 2^70 / 5^8, rounded up
    return right<18>(each(
        [](__m512i a) { return _mm512_madd52hi_epu64(_mm512_setzero_si512(), a, _mm512_set1_epi64(factor)); },
        right<8>(x)));
  }
  /// The digits of a number below 10^8 as bytes 0 to 9, the first in the lowest byte. As to_eight_digits() in
  /// ground/text/eight_digits.h.
  [[gnu::always_inline]] static Words eight_digits(Words x) {
    const Words upper_four = right<40>(product(x, all(109'951'163)));
    const Words fours = x + product(upper_four, all((std::uint64_t{1} << 32) - 10'000));
    const Words hundreds =
        each([](__m512i a) { return _mm512_srli_epi32(_mm512_mulhi_epu16(a, _mm512_set1_epi32(5243)), 3); },
             fours);
    const Words pairs = each(
        [](__m512i a, __m512i b) {
          return _mm512_add_epi32(a, _mm512_mullo_epi32(b, _mm512_set1_epi32((1 << 16) - 100)));
        },
        fours, hundreds);
    const Words tens =
        each([](__m512i a) { return _mm512_mulhi_epu16(a, _mm512_set1_epi16(6554)); }, pairs);  // n / 10
    __m512i factors = _mm512_set1_epi16((1 << 8) - 10);
    asm("" : "+v"(factors));  // g++ would replace this product by five shifts and sums
    const __m512i first_to_lowest =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    return each(
        [&](__m512i a, __m512i b) {
          return _mm512_shuffle_epi8(_mm512_add_epi16(a, _mm512_mullo_epi16(b, factors)), first_to_lowest);
        },
        pairs, tens);
  }
};
using Words = Lanes::Words;
using Mask = Lanes::Mask;

[[gnu::always_inline]] inline void store(std::uint64_t* to, Words words) {
#pragma GCC unroll 8
  for (const __m512i& eight : words.v) {
    _mm512_store_si512(to, eight);
    to += 8;
  }
}

/// The number of zeros among eight digits, counted from the last.
[[gnu::always_inline]] inline Words zeros_at_end(Words digits) {
  return Lanes::right<3>(Lanes::each([](__m512i a) { return _mm512_lzcnt_epi64(a); }, digits));
}

/// Stores the eight numbers' early and late digits and other bytes, together for each number.
[[gnu::always_inline]] inline void store_texts(unsigned char (*to)[32], __m512i early, __m512i late,
                                               __m512i others) {
  const __m512i front = _mm512_unpacklo_epi64(early, late), behind = _mm512_unpackhi_epi64(early, late);
  const auto put = [&](int number, __m512i pairs, __m512i index) {
    const __m512i two = _mm512_permutex2var_epi64(pairs, index, others);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to[number]), _mm512_castsi512_si256(two));
    _mm256_store_si256(reinterpret_cast<__m256i*>(to[number + 2]), _mm512_extracti64x4_epi64(two, 1));
  };
  put(0, front, _mm512_setr_epi64(0, 1, 8, 8, 2, 3, 10, 10));
  put(1, behind, _mm512_setr_epi64(0, 1, 9, 9, 2, 3, 11, 11));
  put(4, front, _mm512_setr_epi64(4, 5, 12, 12, 6, 7, 14, 14));
  put(5, behind, _mm512_setr_epi64(4, 5, 13, 13, 6, 7, 15, 15));
}

/// A batch of numbers to be placed.
class Prepared {
 public:
  static constexpr std::size_t step = Lanes::count;

  [[gnu::always_inline]] void prepare(const double* numbers, std::size_t at);

  [[gnu::always_inline]] bool is_common(std::size_t count) const {
    std::uint64_t unusual;
    __builtin_memcpy(&unusual, unusual_, sizeof unusual);
    return unusual << (batch_size - count) == 0;
  }

  [[gnu::always_inline]] char* place_common(char* out, std::size_t i) const {
    const unsigned char* const layout = permuted_layouts.at[0] + layout_[i];
    const __m256i text =
        _mm256_permutexvar_epi8(_mm256_load_si256(reinterpret_cast<const __m256i*>(layout)),
                                _mm256_load_si256(reinterpret_cast<const __m256i*>(text_[i])));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), text);
    return out + length_[i];
  }

  char* place_any(char* out, std::size_t i) const {
    if (is_set(undecided_, i)) return nullptr;
    out = place_common(out, i);
    if (!is_set(scientific_, i)) return out;
    __builtin_memcpy(out, exponent_texts.at[largest_exponent + static_cast<std::int64_t>(exponent_[i])], 4);
    return out + 4;
  }

 private:
  using Flags = std::uint32_t[batch_size / step];
  static bool is_set(const Flags& flags, std::size_t i) { return (flags[i / step] >> (i % step) & 1) != 0; }

  alignas(64) unsigned char text_[batch_size][32];  // the bytes that layouts choose from
  alignas(64) std::uint64_t layout_[batch_size];    // offset in permuted_layouts
  alignas(64) std::uint64_t length_[batch_size];    // of the text, without `e-12`
  alignas(64) std::uint64_t exponent_[batch_size];  // if some number of a step is scientific
  Flags scientific_, undecided_, unusual_;          // the last: one of both
};

inline void Prepared::prepare(const double* numbers, std::size_t at) {
  const auto all = [](int value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  Words bits;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < step / 8; ++i) bits.v[i] = _mm512_loadu_si512(numbers + at + 8 * i);
  const auto digits = shortest_digits_of<Lanes>(bits, gaps);

  const Words late_zeros = zeros_at_end(digits.late);
  const Words zeros = Lanes::add_if(digits.late == all(0), late_zeros, zeros_at_end(digits.early));
  const Words count = Lanes::subtract_one_if(digits.has_sixteen, all(17)) - zeros;

  // Plain if that is not longer than scientific, as std::to_chars(): with up to 3 zeros after the point, and
  // up to 5 zeros behind the digits; one less of each for a single digit, which has no point in 1e-04.
  const Mask is_single = count == all(1);
  const Words small = Lanes::subtract_one_if(is_single, digits.exponent);
  const Words zeros_behind = Lanes::add_one_if(is_single, digits.exponent - count);
  const Mask scientific = (small < all(smallest_plain)) | (all(4) < zeros_behind);
  const bool some_scientific = Lanes::any(scientific);
  const Mask too_large = Lanes::inverse(scientific) & (all(largest_plain) < digits.exponent);
  Mask undecided = too_large;
  Words exponent = digits.exponent;
  if (some_scientific) [[unlikely]] {
    undecided = undecided |
                (scientific & Lanes::is_below(all(2 * largest_exponent), exponent + all(largest_exponent)));
    store(exponent_ + at, exponent);
    exponent = Lanes::zero_if(scientific, exponent);
  }

  // 0.00ddd, dd.ddd or ddd000.
  const Mask is_negative = Lanes::top_bit(bits);
  const Words with_point = count + all(1), up_to_point = exponent + all(1);
  Words length = Lanes::select(up_to_point < count, with_point, up_to_point);
  const Mask below_one = Lanes::top_bit(exponent);
  length = Lanes::select(below_one, with_point - exponent, length);
  length = Lanes::add_one_if(is_negative, length);

  Words layout = Lanes::left<7>(exponent + all(1 - smallest_plain));
  layout = Lanes::add_if(digits.has_sixteen, layout, all(64));
  layout = Lanes::add_if(is_negative, layout, all(32));

  const Words others = digits.first | all('0' | '.' << 8 | '0' << 16 | '-' << 24);
  const Words to_characters = Lanes::all(0x3030303030303030);
  const Words early = digits.early | to_characters, late = digits.late | to_characters;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < step / 8; ++i)
    store_texts(text_ + at + 8 * i, early.v[i], late.v[i], others.v[i]);
  store(layout_ + at, layout);
  store(length_ + at, length);
  scientific_[at / step] = Lanes::bits(scientific);
  undecided_[at / step] = Lanes::bits(undecided);
  unusual_[at / step] = Lanes::bits(scientific | undecided);
}

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

char* avx512ifma_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                            std::size_t& single) {
  return text_lanes::write_rows_in_lanes<text_lanes::Prepared>(out, numbers, columns, rows, single);
}

}  // namespace invdyn
