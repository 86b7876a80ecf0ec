// Rows of numbers from text with AVX2 (and FMA and BMI).
//
// The separators of 64 characters are found at once, and their offsets taken one by one. Then eight fields at
// a time become numbers (nearest_lanes.h). Characters are loaded and exchanged between vectors: gathering
// them takes the same time on some processors, and much more on others.
#include "../../ground/text/read_decimal.h"
#include "avx2_words.h"
#include "read_tables.h"
#include "text_lanes.h"

#include "nearest_lanes.h"
#include "read_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

struct ReadLanes : Avx2Lanes<2> {
  struct Doubles {
    __m256d v[2];

    [[gnu::always_inline]] friend Doubles operator+(Doubles x, Doubles y) {
      return each_double([](__m256d a, __m256d b) { return _mm256_add_pd(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Doubles operator*(Doubles x, Doubles y) {
      return each_double([](__m256d a, __m256d b) { return _mm256_mul_pd(a, b); }, x, y);
    }
  };
  template <class Function, class... Arguments>
  [[gnu::always_inline]] static Doubles each_double(const Function& function, const Arguments&... arguments) {
    return {function(arguments.v[0]...), function(arguments.v[1]...)};
  }

  // Text.
  [[gnu::always_inline]] static Words positions(const int* from) {
    const auto four = [](const int* at) {
      return _mm256_cvtepi32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
    };
    return {four(from), four(from + 4)};
  }
  [[gnu::always_inline]] static void store_positions(int* to, Words positions) {
    const auto put = [](int* at, __m256i four) {
      const __m256i lower = _mm256_permutevar8x32_epi32(four, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm256_castsi256_si128(lower));
    };
    put(to, positions.v[0]);
    put(to + 4, positions.v[1]);
  }
  /// The first eight characters of the fields with these ends.
  [[gnu::always_inline]] static Words first_characters(const char* text, const int* ends) {
    const auto four = [text](const int* before) {
      const auto two = [&](int i) {
        const auto* const first = reinterpret_cast<const double*>(text + before[i] + 1);
        const auto* const second = reinterpret_cast<const double*>(text + before[i + 1] + 1);
        return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(first), second));
      };
      return _mm256_inserti128_si256(_mm256_castsi128_si256(two(0)), two(2), 1);
    };
    return {four(ends - 1), four(ends + 3)};
  }
  /// The last 24.
  [[gnu::always_inline]] static void last_characters(const char* text, const int* ends, Words& early,
                                                     Words& middle, Words& late) {
    const auto four = [text](const int* at, __m256i& first, __m256i& second, __m256i& third) {
      const auto load = [&](int i) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at[i] - 32));
      };
      const __m256i a = load(0), b = load(1), c = load(2), d = load(3);
      const __m256i ab = _mm256_unpackhi_epi64(a, b), cd = _mm256_unpackhi_epi64(c, d);
      first = _mm256_permute2x128_si256(ab, cd, 0x20);
      second = _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, d), 0x31);
      third = _mm256_permute2x128_si256(ab, cd, 0x31);
    };
    four(ends, early.v[0], middle.v[0], late.v[0]);
    four(ends + 4, early.v[1], middle.v[1], late.v[1]);
  }
  /// The number of characters before the first `c`; 8 if there is none.
  [[gnu::always_inline]] static Words characters_before(Words text, char c) {
    const auto count = [c](__m256i word) {
      const __m256i found = _mm256_cmpeq_epi8(word, _mm256_set1_epi8(c));
      const __m256i bits_before = _mm256_andnot_si256(found, _mm256_add_epi64(found, _mm256_set1_epi64x(-1)));
      return _mm256_sad_epu8(_mm256_and_si256(bits_before, _mm256_set1_epi8(1)), _mm256_setzero_si256());
    };
    return each(count, text);
  }
  [[gnu::always_inline]] static Mask has_byte_above_nine(Words x, Words y, Words z) {
    const auto found = [](__m256i u, __m256i v, __m256i w) {
      const __m256i largest = _mm256_max_epu8(_mm256_max_epu8(u, v), w);
      const __m256i over = _mm256_subs_epu8(largest, _mm256_set1_epi8(9));
      return _mm256_xor_si256(_mm256_cmpeq_epi64(over, _mm256_setzero_si256()), _mm256_set1_epi64x(-1));
    };
    return mask_of_each(found, x, y, z);
  }

  // Words.
  /// Moved to the right by as many bits; by 64 or more: 0.
  [[gnu::always_inline]] static Words right_by(Words x, Words bits) {
    return each([](__m256i a, __m256i b) { return _mm256_srlv_epi64(a, b); }, x, bits);
  }
  /// Byte by byte: x where `which` has ones, else y.
  [[gnu::always_inline]] static Words mixed(Words which, Words x, Words y) {
    return each([](__m256i m, __m256i a, __m256i b) { return _mm256_blendv_epi8(b, a, m); }, which, x, y);
  }

  // Doubles.
  [[gnu::always_inline]] static Doubles all_doubles(double value) {
    return {_mm256_set1_pd(value), _mm256_set1_pd(value)};
  }
  /// The upper and lower parts of powers. Gathering them would take longer.
  [[gnu::always_inline]] static void load_powers(const PowerOfTen* table, Words index, Doubles& upper,
                                                 Doubles& lower) {
#pragma GCC unroll 2
    for (int i = 0; i < 2; ++i) {
      alignas(32) std::uint64_t at[4];
      _mm256_store_si256(reinterpret_cast<__m256i*>(at), index.v[i]);
      const auto load = [&](int k) { return _mm_load_pd(&table[at[k]].upper); };
      const auto two = [&](int k) {
        return _mm256_insertf128_pd(_mm256_castpd128_pd256(load(k)), load(k + 2), 1);
      };
      const __m256d even = two(0), odd = two(1);
      upper.v[i] = _mm256_unpacklo_pd(even, odd);
      lower.v[i] = _mm256_unpackhi_pd(even, odd);
    }
  }
  [[gnu::always_inline]] static Doubles multiply_add(Doubles x, Doubles y, Doubles z) {
    return each_double([](__m256d a, __m256d b, __m256d c) { return _mm256_fmadd_pd(a, b, c); }, x, y, z);
  }
  [[gnu::always_inline]] static Doubles multiply_subtract(Doubles x, Doubles y, Doubles z) {
    return each_double([](__m256d a, __m256d b, __m256d c) { return _mm256_fmsub_pd(a, b, c); }, x, y, z);
  }
  [[gnu::always_inline]] static Mask differ(Doubles x, Doubles y) {
    return mask_of_each(
        [](__m256d a, __m256d b) { return _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_NEQ_UQ)); }, x, y);
  }
  [[gnu::always_inline]] static Words bits_of(Doubles x) {
    return each([](__m256d a) { return _mm256_castpd_si256(a); }, x);
  }
  [[gnu::always_inline]] static void store(double* to, Words bits) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bits.v[0]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 4), bits.v[1]);
  }
  /// The number with these eight digits, bytes 0 to 9, the first in the lowest byte: pairs, fours, all. It
  /// becomes a double as the lower bits of 2^52.
  [[gnu::always_inline]] static Doubles eight_digit_number(Words digits) {
    const auto number = [](__m256i eight) {
      const __m256i pairs = _mm256_maddubs_epi16(eight, _mm256_set1_epi16(0x010a));
      const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
      const __m256i whole =
          _mm256_add_epi64(_mm256_mul_epu32(fours, _mm256_set1_epi64x(10'000)), _mm256_srli_epi64(fours, 32));
      const __m256i above = _mm256_or_si256(whole, _mm256_set1_epi64x(0x4330000000000000));
      return _mm256_sub_pd(_mm256_castsi256_pd(above), _mm256_set1_pd(0x1p52));
    };
    return each_double(number, digits);
  }
};

struct Unit {
  using Lanes = ReadLanes;

  [[gnu::always_inline]] static Scanned scan(const char* text, std::size_t size, char separator, int offset,
                                             int* ends) {
    char copy[64];
    if (size < sizeof copy) [[unlikely]] {
      __builtin_memset(copy, 0, sizeof copy);
      __builtin_memcpy(copy, text, size);
      text = copy;
    }
    const auto load = [text](int i) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + i));
    };
    const __m256i lower = load(0), upper = load(32);
    const auto equal = [&](char c) {
      const __m256i all = _mm256_set1_epi8(c);
      const auto bits = [&](__m256i characters) {
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(characters, all)));
      };
      return bits(lower) | std::uint64_t{bits(upper)} << 32;
    };
    const std::uint64_t newlines = equal('\n');
    std::uint64_t found = newlines | equal(separator);
    const int count = __builtin_popcountll(found);
    // In steps that are usually all or none: a branch for each could not be predicted.
    const auto take = [&](int from, int to) {
      for (int i = from; i < to; ++i, found = _blsr_u64(found))
        ends[i] = offset + static_cast<int>(_tzcnt_u64(found));
    };
    take(0, 4);
    if (count > 4) take(4, 12);
    if (count > 12) [[unlikely]]
      take(12, 64);
    return {count, __builtin_popcountll(newlines)};
  }
};

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

const char* avx2_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                           PlainRows& rows) {
  return text_lanes::read_rows_in_lanes<text_lanes::Unit>(at, end, columns, separator, rows);
}

}  // namespace invdyn
