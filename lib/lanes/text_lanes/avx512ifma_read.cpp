// Rows of numbers from text with AVX-512 (F, DQ, BW, VL, VBMI2, VPOPCNTDQ).
//
// The separators of 64 characters are found at once, and their offsets packed. Then sixteen fields at a time
// become numbers (nearest_lanes.h).
#include "../../ground/text/read_decimal.h"
#include "avx512ifma_words.h"
#include "read_tables.h"
#include "text_lanes.h"

#include "nearest_lanes.h"
#include "read_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

struct ReadLanes : IfmaLanes<2> {
  struct Doubles {
    __m512d v[2];

    [[gnu::always_inline]] friend Doubles operator+(Doubles x, Doubles y) {
      return each_double([](__m512d a, __m512d b) { return _mm512_add_pd(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Doubles operator*(Doubles x, Doubles y) {
      return each_double([](__m512d a, __m512d b) { return _mm512_mul_pd(a, b); }, x, y);
    }
  };
  template <class Function, class... Arguments>
  [[gnu::always_inline]] static Doubles each_double(const Function& function, const Arguments&... arguments) {
    return {function(arguments.v[0]...), function(arguments.v[1]...)};
  }

  // Text.
  [[gnu::always_inline]] static __m256i eight_positions(const int* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  [[gnu::always_inline]] static Words positions(const int* from) {
    return {_mm512_cvtepi32_epi64(eight_positions(from)), _mm512_cvtepi32_epi64(eight_positions(from + 8))};
  }
  [[gnu::always_inline]] static void store_positions(int* to, Words positions) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_cvtepi64_epi32(positions.v[0]));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 8), _mm512_cvtepi64_epi32(positions.v[1]));
  }
  /// The first eight characters of the fields with these ends.
  [[gnu::always_inline]] static Words first_characters(const char* text, const int* ends) {
    const auto eight = [text](const int* before) {
      const auto four = [&](int i) {
        const auto two = [&](int k) {
          const auto* const first = reinterpret_cast<const double*>(text + before[k] + 1);
          const auto* const second = reinterpret_cast<const double*>(text + before[k + 1] + 1);
          return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(first), second));
        };
        return _mm256_inserti128_si256(_mm256_castsi128_si256(two(i)), two(i + 2), 1);
      };
      return _mm512_inserti64x4(_mm512_castsi256_si512(four(0)), four(4), 1);
    };
    return {eight(ends - 1), eight(ends + 7)};
  }
  /// The last 24.
  [[gnu::always_inline]] static void last_characters(const char* text, const int* ends, Words& early,
                                                     Words& middle, Words& late) {
    const auto eight = [text](const int* at, __m512i& first, __m512i& second, __m512i& third) {
      const auto load = [&](int i) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at[i] - 32));
      };
      const auto two = [&](int i) {
        return _mm512_inserti64x4(_mm512_castsi256_si512(load(i)), load(i + 4), 1);
      };
      const __m512i a = two(0), b = two(1), c = two(2), d = two(3);
      const __m512i ab = _mm512_unpackhi_epi64(a, b), cd = _mm512_unpackhi_epi64(c, d);
      const __m512i front = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
      const __m512i behind = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
      first = _mm512_permutex2var_epi64(ab, front, cd);
      second = _mm512_permutex2var_epi64(_mm512_unpacklo_epi64(a, b), behind, _mm512_unpacklo_epi64(c, d));
      third = _mm512_permutex2var_epi64(ab, behind, cd);
    };
    eight(ends, early.v[0], middle.v[0], late.v[0]);
    eight(ends + 8, early.v[1], middle.v[1], late.v[1]);
  }
  /// The number of characters before the first `c`; 8 if there is none.
  [[gnu::always_inline]] static Words characters_before(Words text, char c) {
    const auto count = [c](__m512i word) {
      const __m512i found = _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(word, _mm512_set1_epi8(c)));
      const __m512i bits_before = _mm512_andnot_si512(found, _mm512_add_epi64(found, _mm512_set1_epi64(-1)));
      return _mm512_srli_epi64(_mm512_popcnt_epi64(bits_before), 3);
    };
    return each(count, text);
  }
  [[gnu::always_inline]] static Mask has_byte_above_nine(Words x, Words y, Words z) {
    const auto found = [](__m512i u, __m512i v, __m512i w) {
      const __m512i largest = _mm512_max_epu8(_mm512_max_epu8(u, v), w);
      const __m512i over = _mm512_subs_epu8(largest, _mm512_set1_epi8(9));
      return _mm512_test_epi64_mask(over, over);
    };
    return mask_of_each(found, x, y, z);
  }

  // Words.
  /// Moved to the right by as many bits; by 64 or more: 0.
  [[gnu::always_inline]] static Words right_by(Words x, Words bits) {
    return each([](__m512i a, __m512i b) { return _mm512_srlv_epi64(a, b); }, x, bits);
  }
  [[gnu::always_inline]] static Words at_least_zero(Words x) {
    return each([](__m512i a) { return _mm512_max_epi64(a, _mm512_setzero_si512()); }, x);
  }
  [[gnu::always_inline]] static Words clamped(Words x, std::uint64_t largest) {
    return each([](__m512i a, __m512i b) { return _mm512_min_epi64(a, b); }, at_least_zero(x), all(largest));
  }
  /// Bit by bit: x where `which` has ones, else y.
  [[gnu::always_inline]] static Words mixed(Words which, Words x, Words y) {
    return each([](__m512i m, __m512i a, __m512i b) { return _mm512_ternarylogic_epi64(m, a, b, 0xca); },
                which, x, y);
  }

  // Doubles.
  [[gnu::always_inline]] static Doubles all_doubles(double value) {
    return {_mm512_set1_pd(value), _mm512_set1_pd(value)};
  }
  /// The upper and lower parts of powers. Gathering them would take longer.
  [[gnu::always_inline]] static void load_powers(const PowerOfTen* table, Words index, Doubles& upper,
                                                 Doubles& lower) {
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
      alignas(64) std::uint64_t at[8];
      _mm512_store_si512(at, index.v[i]);
      const auto load = [&](int k) { return _mm_load_pd(&table[at[k]].upper); };
      const auto two = [&](int k) {
        return _mm256_insertf128_pd(_mm256_castpd128_pd256(load(k)), load(k + 2), 1);
      };
      const auto four = [&](int k) {
        return _mm512_insertf64x4(_mm512_castpd256_pd512(two(k)), two(k + 4), 1);
      };
      const __m512d even = four(0), odd = four(1);
      upper.v[i] = _mm512_unpacklo_pd(even, odd);
      lower.v[i] = _mm512_unpackhi_pd(even, odd);
    }
  }
  [[gnu::always_inline]] static Doubles multiply_add(Doubles x, Doubles y, Doubles z) {
    return each_double([](__m512d a, __m512d b, __m512d c) { return _mm512_fmadd_pd(a, b, c); }, x, y, z);
  }
  [[gnu::always_inline]] static Doubles multiply_subtract(Doubles x, Doubles y, Doubles z) {
    return each_double([](__m512d a, __m512d b, __m512d c) { return _mm512_fmsub_pd(a, b, c); }, x, y, z);
  }
  [[gnu::always_inline]] static Mask differ(Doubles x, Doubles y) {
    return mask_of_each([](__m512d a, __m512d b) { return _mm512_cmp_pd_mask(a, b, _CMP_NEQ_UQ); }, x, y);
  }
  [[gnu::always_inline]] static Words bits_of(Doubles x) {
    return each([](__m512d a) { return _mm512_castpd_si512(a); }, x);
  }
  [[gnu::always_inline]] static void store(double* to, Words bits) {
    _mm512_storeu_si512(to, bits.v[0]);
    _mm512_storeu_si512(to + 8, bits.v[1]);
  }
  /// The number with these eight digits, bytes 0 to 9, the first in the lowest byte: pairs, fours, all.
  [[gnu::always_inline]] static Doubles eight_digit_number(Words digits) {
    const auto number = [](__m512i eight) {
      const __m512i pairs = _mm512_maddubs_epi16(eight, _mm512_set1_epi16(0x010a));
      const __m512i fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
      return _mm512_cvtepi64_pd(
          _mm512_add_epi64(_mm512_mul_epu32(fours, _mm512_set1_epi64(10'000)), _mm512_srli_epi64(fours, 32)));
    };
    return each_double(number, digits);
  }
};

struct Unit {
  using Lanes = ReadLanes;

  [[gnu::always_inline]] static Scanned scan(const char* text, std::size_t size, char separator, int offset,
                                             int* ends) {
    // Characters that are masked out are not read.
    const __m512i characters = _mm512_maskz_loadu_epi8(~std::uint64_t{} >> (64 - size), text);
    const __mmask64 newlines = _mm512_cmpeq_epi8_mask(characters, _mm512_set1_epi8('\n'));
    const __mmask64 found = newlines | _mm512_cmpeq_epi8_mask(characters, _mm512_set1_epi8(separator));
    alignas(64) static constexpr unsigned char numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const __m512i places = _mm512_maskz_compress_epi8(found, _mm512_load_si512(numbers));
    const __m512i offsets = _mm512_set1_epi32(offset);
    const auto put = [&](int i, __m128i sixteen) {
      _mm512_storeu_si512(ends + 16 * i, _mm512_add_epi32(offsets, _mm512_cvtepu8_epi32(sixteen)));
    };
    const int count = __builtin_popcountll(found);
    put(0, _mm512_castsi512_si128(places));
    if (count > 16) [[unlikely]] {
      put(1, _mm512_extracti32x4_epi32(places, 1));
      put(2, _mm512_extracti32x4_epi32(places, 2));
      put(3, _mm512_extracti32x4_epi32(places, 3));
    }
    return {count, __builtin_popcountll(newlines)};
  }
};

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

const char* avx512ifma_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                                 PlainRows& rows) {
  return text_lanes::read_rows_in_lanes<text_lanes::Unit>(at, end, columns, separator, rows);
}

}  // namespace invdyn
