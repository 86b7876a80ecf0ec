// Rows of numbers to and from text with AVX-512 (F, DQ, BW, VL, IFMA, VBMI2): eight numbers in a vector.
#include <immintrin.h>

#include "read_rows_lanes.h"
#include "write_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

/// As Avx2.
struct Avx512 {
  static constexpr int count = 8;

  struct Mask {
    __mmask8 v;

    Mask() = default;
    Mask(__mmask8 mask) : v(mask) {}
    operator __mmask8() const { return v; }

    friend Mask operator&(Mask x, Mask y) { return _kand_mask8(x, y); }
    friend Mask operator|(Mask x, Mask y) { return _kor_mask8(x, y); }
  };

  struct Words {
    __m512i v;

    Words() = default;
    Words(__m512i words) : v(words) {}
    operator __m512i() const { return v; }

    typedef std::uint64_t Unsigned __attribute__((vector_size(64)));
    friend Words operator+(Words x, Words y) { return _mm512_add_epi64(x, y); }
    friend Words operator-(Words x, Words y) { return _mm512_sub_epi64(x, y); }
    friend Words operator&(Words x, Words y) { return _mm512_and_si512(x, y); }
    friend Words operator|(Words x, Words y) { return _mm512_or_si512(x, y); }
    friend Words operator^(Words x, Words y) { return _mm512_xor_si512(x, y); }
    friend Words operator<<(Words x, int bits) { return __m512i(Unsigned(x.v) << bits); }
    friend Words operator>>(Words x, int bits) { return __m512i(Unsigned(x.v) >> bits); }
    friend Mask operator<(Words x, Words y) { return _mm512_cmplt_epi64_mask(x, y); }
    friend Mask operator==(Words x, Words y) { return _mm512_cmpeq_epi64_mask(x, y); }
  };

  struct Doubles {
    __m512d v;

    Doubles() = default;
    Doubles(__m512d doubles) : v(doubles) {}
    operator __m512d() const { return v; }

    friend Doubles operator+(Doubles x, Doubles y) { return _mm512_add_pd(x, y); }
    friend Doubles operator*(Doubles x, Doubles y) { return _mm512_mul_pd(x, y); }
  };

  // Memory.
  static Words all(std::uint64_t value) { return _mm512_set1_epi64(static_cast<long long>(value)); }
  static Words load(const void* from) { return _mm512_loadu_si512(from); }
  static void store(void* to, Words x) { _mm512_storeu_si512(to, x); }
  static Words load_ints(const int* from) {
    return _mm512_cvtepi32_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  template <class At>
  static Words load_each(const At& at) {
    const auto one = [&](int i) { return reinterpret_cast<const double*>(at(i)); };
    const auto two = [&](int i) { return _mm_loadh_pd(_mm_load_sd(one(i)), one(i + 1)); };
    const auto four = [&](int i) {
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(two(i)), two(i + 2), 1);
    };
    return bits_of(_mm512_insertf64x4(_mm512_castpd256_pd512(four(0)), four(4), 1));
  }
  template <class At>
  static void load_pairs(const At& at, Doubles& first, Doubles& second) {
    const auto two = [&](int i) {
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(at(i))), _mm_load_pd(at(i + 2)), 1);
    };
    const auto four = [&](int i) {
      return _mm512_insertf64x4(_mm512_castpd256_pd512(two(i)), two(i + 4), 1);
    };
    const Doubles even = four(0), odd = four(1);
    first = _mm512_unpacklo_pd(even, odd);
    second = _mm512_unpackhi_pd(even, odd);
  }
  template <class Place>
  static void load_24_before(const char* text, const Place* places, Words& early, Words& middle,
                             Words& late) {
    const auto one = [&](int i) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + places[i] - 32));
    };
    const auto two = [&](int i) { return _mm512_inserti64x4(_mm512_castsi256_si512(one(i)), one(i + 4), 1); };
    const Words a = two(0), b = two(1), c = two(2), d = two(3);
    const Words ab = _mm512_unpackhi_epi64(a, b), cd = _mm512_unpackhi_epi64(c, d);
    const Words front = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
    const Words behind = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    early = _mm512_permutex2var_epi64(ab, front, cd);
    middle = _mm512_permutex2var_epi64(_mm512_unpacklo_epi64(a, b), behind, _mm512_unpacklo_epi64(c, d));
    late = _mm512_permutex2var_epi64(ab, behind, cd);
  }
  static void store_in_turn(unsigned char* to, Words x, Words y, std::uint16_t* nonzero) {
    const auto put = [&](int number, Words four) {
      store(to + 16 * number, four);
      const __mmask64 bits = _mm512_test_epi8_mask(four, four);
      __builtin_memcpy(nonzero + number, &bits, sizeof bits);
    };
    put(0, _mm512_permutex2var_epi64(x, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), y));
    put(4, _mm512_permutex2var_epi64(x, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), y));
  }

  // Masks.
  static Mask inverse(Mask x) { return _knot_mask8(x); }
  static unsigned bits(Mask x) { return x.v; }
  static Words select(Mask condition, Words yes, Words no) {
    return _mm512_mask_mov_epi64(no, condition, yes);
  }
  static Words only_if(Mask condition, Words x) { return _mm512_maskz_mov_epi64(condition, x); }
  static Words zero_if(Mask condition, Words x) { return _mm512_mask_mov_epi64(x, condition, all(0)); }
  static Words add_one_if(Mask condition, Words x) { return _mm512_mask_add_epi64(x, condition, x, all(1)); }
  static Words subtract_one_if(Mask condition, Words x) {
    return _mm512_mask_sub_epi64(x, condition, x, all(1));
  }

  // Words.
  static Mask top_bit(Words x) { return _mm512_movepi64_mask(x); }
  static Mask is_below(Words x, Words y) { return _mm512_cmplt_epu64_mask(x, y); }
  static Words without(Words x, Words y) { return _mm512_andnot_si512(y, x); }
  static Words mixed(Words which, Words x, Words y) { return _mm512_ternarylogic_epi64(which, x, y, 0xca); }
  static Words right_by(Words x, Words bits) { return _mm512_srlv_epi64(x, bits); }
  static Words product(Words x, Words y) { return _mm512_mul_epu32(x, y); }
  static Words smaller(Words x, Words y) { return _mm512_min_epi64(x, y); }
  static Words larger(Words x, Words y) { return _mm512_max_epi64(x, y); }

  // Parts of words.
  template <int bits>
  static Words right_32(Words x) {
    return _mm512_srli_epi32(x, bits);
  }
  static Words low_product_16(Words x, Words y) { return _mm512_mullo_epi16(x, y); }
  static Words high_product_16(Words x, Words y) { return _mm512_mulhi_epu16(x, y); }
  static Words sums_of_products_16(Words x, Words y) { return _mm512_madd_epi16(x, y); }
  static Words sums_of_products_8(Words x, Words y) { return _mm512_maddubs_epi16(x, y); }
  static Words sum_of_bytes(Words x) { return _mm512_sad_epu8(x, all(0)); }
  static Words equal_bytes(Words x, Words y) { return _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(x, y)); }
  static Words larger_bytes(Words x, Words y) { return _mm512_max_epu8(x, y); }
  static Mask has_byte_above(Words x, Words y) {
    const Words over = _mm512_subs_epu8(x, y);
    return _mm512_test_epi64_mask(over, over);
  }

  // Doubles.
  static Doubles all_doubles(double value) { return _mm512_set1_pd(value); }
  static Doubles multiply_add(Doubles x, Doubles y, Doubles z) { return _mm512_fmadd_pd(x, y, z); }
  static Doubles multiply_subtract(Doubles x, Doubles y, Doubles z) { return _mm512_fmsub_pd(x, y, z); }
  static Mask differ(Doubles x, Doubles y) { return _mm512_cmp_pd_mask(x, y, _CMP_NEQ_UQ); }
  static Words bits_of(Doubles x) { return _mm512_castpd_si512(x); }
  static Doubles double_of(Words x) { return _mm512_cvtepi64_pd(x); }

  // Products of m < 2^53 and y < 2^52. IFMA multiplies the lower 52 bits, so the leading one of m is added.
  static void multiply(Words bits, Words y, Words more, Words& whole, Words& fraction) {
    const Words low = _mm512_madd52lo_epu64(more, bits, y);
    whole = (high_product(bits, y) << 4) + (low >> 48);
    fraction = low & all((std::uint64_t{1} << 48) - 1);
  }
  static Words high_product(Words bits, Words y) { return _mm512_madd52hi_epu64(y, bits, y); }
  /// x / 10^8 as (x >> 8) / 5^8, by a factor that is too large by less than 2^-70. For x >> 8 < 2^49 the
  /// error is below 2^-21, less than 1 / 5^8.
  static Words quotient_by_eight_digits(Words x) {
    constexpr std::uint64_t factor = 3'022'314'549'036'573;  // 2^70 / 5^8, rounded up
    return Words(_mm512_madd52hi_epu64(all(0), x >> 8, all(factor))) >> 18;
  }

  static Scanned scan(const char* text, std::size_t size, char separator, int offset, int* ends) {
    // Characters that are masked out are not read.
    const Words characters = _mm512_maskz_loadu_epi8(~std::uint64_t{} >> (64 - size), text);
    const __mmask64 newlines = _mm512_cmpeq_epi8_mask(characters, _mm512_set1_epi8('\n'));
    const __mmask64 found = newlines | _mm512_cmpeq_epi8_mask(characters, _mm512_set1_epi8(separator));
    alignas(64) static constexpr unsigned char numbers[64] = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    const Words places = _mm512_maskz_compress_epi8(found, load(numbers));
    const Words offsets = _mm512_set1_epi32(offset);
    const auto put = [&](int i, __m128i sixteen) {
      store(ends + 16 * i, _mm512_add_epi32(offsets, _mm512_cvtepu8_epi32(sixteen)));
    };
    const int separators = __builtin_popcountll(found);
    put(0, _mm512_castsi512_si128(places));
    if (separators > 16) [[unlikely]] {
      put(1, _mm512_extracti32x4_epi32(places, 1));
      put(2, _mm512_extracti32x4_epi32(places, 2));
      put(3, _mm512_extracti32x4_epi32(places, 3));
    }
    return {separators, __builtin_popcountll(newlines)};
  }
};

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

char* avx512ifma_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                            std::size_t& single) {
  return text_lanes::write_rows_in_lanes<text_lanes::Avx512>(out, numbers, columns, rows, single);
}

const char* avx512ifma_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                                 PlainRows& rows) {
  return text_lanes::read_rows_in_lanes<text_lanes::Avx512>(at, end, columns, separator, rows);
}

}  // namespace invdyn
