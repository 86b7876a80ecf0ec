// Rows of numbers to and from text with AVX2 (and FMA and BMI): four numbers in a vector.
#include <immintrin.h>

#include "read_rows_lanes.h"
#include "write_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

/// The operations on a vector.
struct Avx2 {
  static constexpr int count = 4;

  /// Words of 64 bits. They are compared with their sign.
  struct Words {
    __m256i v;

    Words() = default;
    Words(__m256i words) : v(words) {}
    operator __m256i() const { return v; }

    typedef std::uint64_t Unsigned __attribute__((vector_size(32)));
    friend Words operator+(Words x, Words y) { return _mm256_add_epi64(x, y); }
    friend Words operator-(Words x, Words y) { return _mm256_sub_epi64(x, y); }
    friend Words operator&(Words x, Words y) { return _mm256_and_si256(x, y); }
    friend Words operator|(Words x, Words y) { return _mm256_or_si256(x, y); }
    friend Words operator^(Words x, Words y) { return _mm256_xor_si256(x, y); }
    friend Words operator<<(Words x, int bits) { return __m256i(Unsigned(x.v) << bits); }
    friend Words operator>>(Words x, int bits) { return __m256i(Unsigned(x.v) >> bits); }
    friend Words operator<(Words x, Words y) { return _mm256_cmpgt_epi64(y, x); }
    friend Words operator==(Words x, Words y) { return _mm256_cmpeq_epi64(x, y); }
  };
  using Mask = Words;  ///< all ones in the lanes where it is true, zeros elsewhere

  struct Doubles {
    __m256d v;

    Doubles() = default;
    Doubles(__m256d doubles) : v(doubles) {}
    operator __m256d() const { return v; }

    friend Doubles operator+(Doubles x, Doubles y) { return _mm256_add_pd(x, y); }
    friend Doubles operator-(Doubles x, Doubles y) { return _mm256_sub_pd(x, y); }
    friend Doubles operator*(Doubles x, Doubles y) { return _mm256_mul_pd(x, y); }
  };

  // Memory.
  static Words all(std::uint64_t value) { return _mm256_set1_epi64x(static_cast<long long>(value)); }
  static Words load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
  static void store(void* to, Words x) { _mm256_storeu_si256(static_cast<__m256i*>(to), x); }
  static Words load_ints(const int* from) {
    return _mm256_cvtepi32_epi64(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  }
  /// The words at at(0) to at(3).
  template <class At>
  static Words load_each(const At& at) {
    const auto one = [&](int i) { return reinterpret_cast<const double*>(at(i)); };
    const auto two = [&](int i) { return _mm_loadh_pd(_mm_load_sd(one(i)), one(i + 1)); };
    return bits_of(_mm256_insertf128_pd(_mm256_castpd128_pd256(two(0)), two(2), 1));
  }
  /// The two doubles at each of at(0) to at(3).
  template <class At>
  static void load_pairs(const At& at, Doubles& first, Doubles& second) {
    const auto two = [&](int i) {
      return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_load_pd(at(i))), _mm_load_pd(at(i + 2)), 1);
    };
    const Doubles even = two(0), odd = two(1);
    first = _mm256_unpacklo_pd(even, odd);
    second = _mm256_unpackhi_pd(even, odd);
  }
  /// The three words before each of four places of a text.
  template <class Place>
  static void load_24_before(const char* text, const Place* places, Words& early, Words& middle,
                             Words& late) {
    const auto one = [&](int i) { return load(text + places[i] - 32); };
    const Words a = one(0), b = one(1), c = one(2), d = one(3);
    const Words ab = _mm256_unpackhi_epi64(a, b), cd = _mm256_unpackhi_epi64(c, d);
    early = _mm256_permute2x128_si256(ab, cd, 0x20);
    middle = _mm256_permute2x128_si256(_mm256_unpacklo_epi64(a, b), _mm256_unpacklo_epi64(c, d), 0x31);
    late = _mm256_permute2x128_si256(ab, cd, 0x31);
  }
  /// Stores x and y of the first lane, then of the next ones; and for each lane, which of these 16 bytes are
  /// not 0: a bit for each.
  static void store_in_turn(unsigned char* to, Words x, Words y, std::uint16_t* nonzero) {
    const Words even = _mm256_unpacklo_epi64(x, y), odd = _mm256_unpackhi_epi64(x, y);
    const auto put = [&](int number, Words two) {
      store(to + 16 * number, two);
      const int bits = _mm256_movemask_epi8(_mm256_cmpgt_epi8(two, _mm256_setzero_si256()));
      __builtin_memcpy(nonzero + number, &bits, sizeof bits);
    };
    put(0, _mm256_permute2x128_si256(even, odd, 0x20));
    put(2, _mm256_permute2x128_si256(even, odd, 0x31));
  }

  // Masks.
  static Mask inverse(Mask x) { return x ^ all(~std::uint64_t{0}); }
  static unsigned bits(Mask x) { return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(x))); }
  static Words select(Mask condition, Words yes, Words no) { return _mm256_blendv_epi8(no, yes, condition); }
  static Words only_if(Mask condition, Words x) { return condition & x; }
  static Words zero_if(Mask condition, Words x) { return without(x, condition); }
  static Words add_one_if(Mask condition, Words x) { return x - condition; }  // a mask is -1 where it is true
  static Words subtract_one_if(Mask condition, Words x) { return x + condition; }

  // Words.
  static Mask top_bit(Words x) { return x < all(0); }
  /// x < y without sign, for y below 2^63.
  static Mask is_below(Words x, Words y) { return zero_if(top_bit(x), x < y); }
  /// The bits of x that y does not have.
  static Words without(Words x, Words y) { return _mm256_andnot_si256(y, x); }
  /// Byte by byte: x where `which` has ones, else y.
  static Words mixed(Words which, Words x, Words y) { return _mm256_blendv_epi8(y, x, which); }
  /// Moved to the right by as many bits; by 64 or more: 0.
  static Words right_by(Words x, Words bits) { return _mm256_srlv_epi64(x, bits); }
  /// The product of the lower halves.
  static Words product(Words x, Words y) { return _mm256_mul_epu32(x, y); }
  /// Of numbers of 32 bits with sign.
  static Words smaller(Words x, Words y) { return _mm256_min_epi32(x, y); }
  static Words larger(Words x, Words y) { return _mm256_max_epi32(x, y); }

  // Parts of 32, 16 or 8 bits. Sums are those of neighbouring products.
  template <int bits>
  static Words right_32(Words x) {
    return _mm256_srli_epi32(x, bits);
  }
  static Words low_product_16(Words x, Words y) { return _mm256_mullo_epi16(x, y); }
  static Words high_product_16(Words x, Words y) { return _mm256_mulhi_epu16(x, y); }
  static Words sums_of_products_16(Words x, Words y) { return _mm256_madd_epi16(x, y); }
  static Words sums_of_products_8(Words x, Words y) { return _mm256_maddubs_epi16(x, y); }
  static Words sum_of_bytes(Words x) { return _mm256_sad_epu8(x, _mm256_setzero_si256()); }
  static Words equal_bytes(Words x, Words y) { return _mm256_cmpeq_epi8(x, y); }
  static Words larger_bytes(Words x, Words y) { return _mm256_max_epu8(x, y); }
  static Mask has_byte_above(Words x, Words y) { return inverse(Words(_mm256_subs_epu8(x, y)) == all(0)); }

  // Doubles.
  static Doubles all_doubles(double value) { return _mm256_set1_pd(value); }
  static Doubles multiply_add(Doubles x, Doubles y, Doubles z) { return _mm256_fmadd_pd(x, y, z); }
  static Doubles multiply_subtract(Doubles x, Doubles y, Doubles z) { return _mm256_fmsub_pd(x, y, z); }
  static Mask differ(Doubles x, Doubles y) { return bits_of(_mm256_cmp_pd(x, y, _CMP_NEQ_UQ)); }
  static Words bits_of(Doubles x) { return _mm256_castpd_si256(x); }
  /// The double of a number below 2^52: becomes one as the lower bits of 2^52.
  static Doubles double_of(Words x) {
    return Doubles(_mm256_castsi256_pd(x | all(0x4330000000000000))) - all_doubles(0x1p52);
  }

  // Products of m < 2^53 and y < 2^52, from products of 32 bits.

  /// upper * 2^64 + middle * 2^32 + lower, with lower below 2^32 and middle below 2^54.
  struct Product {
    Words upper, middle, lower;
  };
  static Product product_with_m(Words bits, Words y) {
    constexpr std::uint64_t leading_one = std::uint64_t{1} << 52;
    const Words m = (bits & all(leading_one - 1)) | all(leading_one);
    const Words m_upper = m >> 32, y_upper = y >> 32;
    const Words lower = product(m, y);
    return {product(m_upper, y_upper), product(m, y_upper) + product(m_upper, y) + (lower >> 32),
            lower & all(0xffffffff)};
  }
  /// m y, for the m of the double with these bits: its part above the point and its 48 bits after it. `more`
  /// is added to the last of these bits.
  static void multiply(Words bits, Words y, Words more, Words& whole, Words& fraction) {
    const Product p = product_with_m(bits, y);
    const Words low = ((p.middle & all(0xffff)) << 32 | p.lower) + more;
    whole = (p.upper << 16) + (p.middle >> 16) + (low >> 48);
    fraction = low & all((std::uint64_t{1} << 48) - 1);
  }
  /// m y / 2^52, cut off.
  static Words high_product(Words bits, Words y) {
    const Product p = product_with_m(bits, y);
    return (p.upper << 12) + (p.middle >> 20);
  }
  /// x / 10^8 for x < 10^17: y / 5^8 with y = x >> 8 below 2^49, by a double. Less 195312, which is almost
  /// half of 5^8 = 390625, the quotient is rounded to the whole number below it: it is at least 1.2e-6 away
  /// from the middle of two, and its error is below 2^49 / 5^8 * 2^-52 = 3e-7. Adding 1.5 * 2^52 rounds, and
  /// leaves the whole number in the lower bits.
  static Words quotient_by_eight_digits(Words x) {
    const Words y = x >> 8 | all(0x4330000000000000);  // as a double: 2^52 + y
    const Doubles less = Doubles(_mm256_castsi256_pd(y)) - all_doubles(0x1p52 + 195312);
    return bits_of(multiply_add(less, all_doubles(1 / 390625.), all_doubles(0x1.8p52))) & all(0xffffffff);
  }

  /// Appends to `ends` the offsets of separators and newlines among 64 characters, of which the first `size`
  /// (up to 64) may be read. May write 64 further entries.
  static Scanned scan(const char* text, std::size_t size, char separator, int offset, int* ends) {
    char copy[64];
    if (size < sizeof copy) [[unlikely]] {
      __builtin_memset(copy, 0, sizeof copy);
      __builtin_memcpy(copy, text, size);
      text = copy;
    }
    const Words lower = load(text), upper = load(text + 32);
    const auto places_of = [&](char c) {
      const Words sought = _mm256_set1_epi8(c);
      const auto bits = [&](Words characters) {
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(equal_bytes(characters, sought)));
      };
      return bits(lower) | std::uint64_t{bits(upper)} << 32;
    };
    const std::uint64_t newlines = places_of('\n');
    std::uint64_t found = newlines | places_of(separator);
    const int separators = __builtin_popcountll(found);
    // In steps that are usually all or none: a branch for each could not be predicted.
    const auto take = [&](int from, int to) {
      for (int i = from; i < to; ++i, found = _blsr_u64(found))
        ends[i] = offset + static_cast<int>(_tzcnt_u64(found));
    };
    take(0, 4);
    if (separators > 4) take(4, 12);
    if (separators > 12) [[unlikely]]
      take(12, 64);
    return {separators, __builtin_popcountll(newlines)};
  }
};

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

char* avx2_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                      std::size_t& single) {
  return text_lanes::write_rows_in_lanes<text_lanes::Avx2>(out, numbers, columns, rows, single);
}

const char* avx2_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                           PlainRows& rows) {
  return text_lanes::read_rows_in_lanes<text_lanes::Avx2>(at, end, columns, separator, rows);
}

}  // namespace invdyn
