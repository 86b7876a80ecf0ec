#pragma once

#include <immintrin.h>

#include <cstdint>

// Numbers in the lanes of several AVX2 vectors, four in each. All vectors go through each step together:
// their chains of instructions are independent, so the processor overlaps them. For units with -mavx2;
// everything is local to the unit. Words are compared with their sign: those here are below 2^63.

namespace invdyn::text_lanes {
namespace {

/// The operations of shortest_lanes.h and nearest_lanes.h on words of 64 bits.
template <int vectors>
struct Avx2Lanes {
  static constexpr int count = 4 * vectors;

  struct Words {
    __m256i v[vectors];

    [[gnu::always_inline]] friend Words operator+(Words x, Words y) {
      return each([](__m256i a, __m256i b) { return _mm256_add_epi64(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator-(Words x, Words y) {
      return each([](__m256i a, __m256i b) { return _mm256_sub_epi64(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator&(Words x, Words y) {
      return each([](__m256i a, __m256i b) { return _mm256_and_si256(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator|(Words x, Words y) {
      return each([](__m256i a, __m256i b) { return _mm256_or_si256(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator^(Words x, Words y) {
      return each([](__m256i a, __m256i b) { return _mm256_xor_si256(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend auto operator<(Words x, Words y) {
      return mask_of_each([](__m256i a, __m256i b) { return _mm256_cmpgt_epi64(b, a); }, x, y);
    }
    [[gnu::always_inline]] friend auto operator==(Words x, Words y) {
      return mask_of_each([](__m256i a, __m256i b) { return _mm256_cmpeq_epi64(a, b); }, x, y);
    }
  };

  /// All ones in the lanes where it is true, zeros elsewhere.
  struct Mask {
    __m256i v[vectors];

    [[gnu::always_inline]] friend Mask operator&(Mask x, Mask y) {
      return mask_of_each([](__m256i a, __m256i b) { return _mm256_and_si256(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Mask operator|(Mask x, Mask y) {
      return mask_of_each([](__m256i a, __m256i b) { return _mm256_or_si256(a, b); }, x, y);
    }
  };

  /// function(the vectors i of all arguments), for each i.
  template <class Function, class... Arguments>
  [[gnu::always_inline]] static Words each(const Function& function, const Arguments&... arguments) {
    Words result;
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) result.v[i] = function(arguments.v[i]...);
    return result;
  }
  template <class Function, class... Arguments>
  [[gnu::always_inline]] static Mask mask_of_each(const Function& function, const Arguments&... arguments) {
    Mask result;
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) result.v[i] = function(arguments.v[i]...);
    return result;
  }

  [[gnu::always_inline]] static Words all(std::uint64_t value) {
    const __m256i word = _mm256_set1_epi64x(static_cast<long long>(value));
    Words result;
#pragma GCC unroll 8
    for (__m256i& vector : result.v) vector = word;
    return result;
  }
  template <int bits>
  [[gnu::always_inline]] static Words right(Words x) {
    return each([](__m256i a) { return _mm256_srli_epi64(a, bits); }, x);
  }
  template <int bits>
  [[gnu::always_inline]] static Words left(Words x) {
    return each([](__m256i a) { return _mm256_slli_epi64(a, bits); }, x);
  }
  /// The product of the lower halves.
  [[gnu::always_inline]] static Words product(Words x, Words y) {
    return each([](__m256i a, __m256i b) { return _mm256_mul_epu32(a, b); }, x, y);
  }
  /// The bits of x that y does not have.
  [[gnu::always_inline]] static Words without(Words x, Words y) {
    return each([](__m256i a, __m256i b) { return _mm256_andnot_si256(b, a); }, x, y);
  }
  /// table[index]. Instructions that gather would take longer.
  [[gnu::always_inline]] static Words from_table(const std::uint64_t* table, Words index) {
    return each(
        [table](__m256i four) {
          alignas(32) std::uint64_t at[4];
          _mm256_store_si256(reinterpret_cast<__m256i*>(at), four);
          const auto two = [&](int k) {
            const auto* const first = reinterpret_cast<const double*>(table + at[k]);
            const auto* const second = reinterpret_cast<const double*>(table + at[k + 1]);
            return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(first), second));
          };
          return _mm256_inserti128_si256(_mm256_castsi128_si256(two(0)), two(2), 1);
        },
        index);
  }
  /// A number of 32 bits with a sign, moved between 0 and `largest`.
  [[gnu::always_inline]] static Words clamped(Words x, std::uint64_t largest) {
    return each([](__m256i a, __m256i b) { return _mm256_min_epi32(a, b); }, at_least_zero(x), all(largest));
  }
  /// The same without an upper limit.
  [[gnu::always_inline]] static Words at_least_zero(Words x) {
    return each([](__m256i a) { return _mm256_max_epi32(a, _mm256_setzero_si256()); }, x);
  }

  [[gnu::always_inline]] static Mask inverse(Mask x) {
    return mask_of_each([](__m256i a) { return _mm256_xor_si256(a, _mm256_set1_epi64x(-1)); }, x);
  }
  [[gnu::always_inline]] static bool any(Mask x) {
    __m256i some = x.v[0];
#pragma GCC unroll 8
    for (int i = 1; i < vectors; ++i) some = _mm256_or_si256(some, x.v[i]);
    return _mm256_movemask_pd(_mm256_castsi256_pd(some)) != 0;
  }
  [[gnu::always_inline]] static unsigned bits(Mask x) {
    unsigned result = 0;
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i)
      result |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(x.v[i]))) << (4 * i);
    return result;
  }
  [[gnu::always_inline]] static Mask top_bit(Words x) {
    return mask_of_each([](__m256i a) { return _mm256_cmpgt_epi64(_mm256_setzero_si256(), a); }, x);
  }
  /// x < y without sign, for y below 2^63.
  [[gnu::always_inline]] static Mask is_below(Words x, Words y) {
    return (x < y) & inverse(top_bit(x));
  }
  [[gnu::always_inline]] static Words select(Mask condition, Words yes, Words no) {
    return each([](__m256i m, __m256i a, __m256i b) { return _mm256_blendv_epi8(b, a, m); }, condition, yes,
                no);
  }
  [[gnu::always_inline]] static Words only_if(Mask condition, Words x) {
    return each([](__m256i m, __m256i a) { return _mm256_and_si256(m, a); }, condition, x);
  }
  [[gnu::always_inline]] static Words zero_if(Mask condition, Words x) {
    return each([](__m256i m, __m256i a) { return _mm256_andnot_si256(m, a); }, condition, x);
  }
  // A mask is -1 where it is true.
  [[gnu::always_inline]] static Words add_one_if(Mask condition, Words x) {
    return each([](__m256i m, __m256i a) { return _mm256_sub_epi64(a, m); }, condition, x);
  }
  [[gnu::always_inline]] static Words subtract_one_if(Mask condition, Words x) {
    return each([](__m256i m, __m256i a) { return _mm256_add_epi64(a, m); }, condition, x);
  }
};

}  // namespace
}  // namespace invdyn::text_lanes
