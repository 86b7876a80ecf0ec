#pragma once

#include <immintrin.h>

#include <cstdint>

// Numbers in the lanes of several AVX-512 vectors, eight in each. All vectors go through each step together:
// their chains of instructions are independent, so the processor overlaps them. For units with -mavx512f and
// the like; everything is local to the unit.

namespace invdyn::text_lanes {
namespace {

/// The operations of shortest_lanes.h and nearest_lanes.h on words of 64 bits.
template <int vectors>
struct IfmaLanes {
  static constexpr int count = 8 * vectors;

  struct Words {
    __m512i v[vectors];

    [[gnu::always_inline]] friend Words operator+(Words x, Words y) {
      return each([](__m512i a, __m512i b) { return _mm512_add_epi64(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator-(Words x, Words y) {
      return each([](__m512i a, __m512i b) { return _mm512_sub_epi64(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator&(Words x, Words y) {
      return each([](__m512i a, __m512i b) { return _mm512_and_si512(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator|(Words x, Words y) {
      return each([](__m512i a, __m512i b) { return _mm512_or_si512(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Words operator^(Words x, Words y) {
      return each([](__m512i a, __m512i b) { return _mm512_xor_si512(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend auto operator<(Words x, Words y) {
      return mask_of_each([](__m512i a, __m512i b) { return _mm512_cmplt_epi64_mask(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend auto operator==(Words x, Words y) {
      return mask_of_each([](__m512i a, __m512i b) { return _mm512_cmpeq_epi64_mask(a, b); }, x, y);
    }
  };

  struct Mask {
    __mmask8 v[vectors];

    [[gnu::always_inline]] friend Mask operator&(Mask x, Mask y) {
      return mask_of_each([](__mmask8 a, __mmask8 b) { return _kand_mask8(a, b); }, x, y);
    }
    [[gnu::always_inline]] friend Mask operator|(Mask x, Mask y) {
      return mask_of_each([](__mmask8 a, __mmask8 b) { return _kor_mask8(a, b); }, x, y);
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
    const __m512i word = _mm512_set1_epi64(static_cast<long long>(value));
    Words result;
#pragma GCC unroll 8
    for (__m512i& vector : result.v) vector = word;
    return result;
  }
  template <int bits>
  [[gnu::always_inline]] static Words right(Words x) {
    return each([](__m512i a) { return _mm512_srli_epi64(a, bits); }, x);
  }
  template <int bits>
  [[gnu::always_inline]] static Words left(Words x) {
    return each([](__m512i a) { return _mm512_slli_epi64(a, bits); }, x);
  }
  /// The product of the lower halves.
  [[gnu::always_inline]] static Words product(Words x, Words y) {
    return each([](__m512i a, __m512i b) { return _mm512_mul_epu32(a, b); }, x, y);
  }
  /// The bits of x that y does not have.
  [[gnu::always_inline]] static Words without(Words x, Words y) {
    return each([](__m512i a, __m512i b) { return _mm512_andnot_si512(b, a); }, x, y);
  }
  /// table[index]. Instructions that gather would take longer.
  [[gnu::always_inline]] static Words from_table(const std::uint64_t* table, Words index) {
    return each(
        [table](__m512i eight) {
          alignas(64) std::uint64_t at[8];
          _mm512_store_si512(at, eight);
          const auto two = [&](int k) {
            const auto* const first = reinterpret_cast<const double*>(table + at[k]);
            const auto* const second = reinterpret_cast<const double*>(table + at[k + 1]);
            return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(first), second));
          };
          const auto four = [&](int k) {
            return _mm256_inserti128_si256(_mm256_castsi128_si256(two(k)), two(k + 2), 1);
          };
          return _mm512_inserti64x4(_mm512_castsi256_si512(four(0)), four(4), 1);
        },
        index);
  }

  [[gnu::always_inline]] static Mask inverse(Mask x) {
    return mask_of_each([](__mmask8 a) { return _knot_mask8(a); }, x);
  }
  [[gnu::always_inline]] static bool any(Mask x) {
    return bits(x) != 0;
  }
  [[gnu::always_inline]] static unsigned bits(Mask x) {
    unsigned result = 0;
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) result |= static_cast<unsigned>(x.v[i]) << (8 * i);
    return result;
  }
  [[gnu::always_inline]] static Mask top_bit(Words x) {
    return mask_of_each([](__m512i a) { return _mm512_movepi64_mask(a); }, x);
  }
  /// x < y, without sign.
  [[gnu::always_inline]] static Mask is_below(Words x, Words y) {
    return mask_of_each([](__m512i a, __m512i b) { return _mm512_cmplt_epu64_mask(a, b); }, x, y);
  }
  [[gnu::always_inline]] static Words select(Mask condition, Words yes, Words no) {
    return each([](__mmask8 m, __m512i a, __m512i b) { return _mm512_mask_mov_epi64(b, m, a); }, condition,
                yes, no);
  }
  [[gnu::always_inline]] static Words only_if(Mask condition, Words x) {
    return each([](__mmask8 m, __m512i a) { return _mm512_maskz_mov_epi64(m, a); }, condition, x);
  }
  [[gnu::always_inline]] static Words zero_if(Mask condition, Words x) {
    return each([](__mmask8 m, __m512i a) { return _mm512_mask_mov_epi64(a, m, _mm512_setzero_si512()); },
                condition, x);
  }
  [[gnu::always_inline]] static Words add_if(Mask condition, Words x, Words y) {
    return each([](__mmask8 m, __m512i a, __m512i b) { return _mm512_mask_add_epi64(a, m, a, b); }, condition,
                x, y);
  }
  [[gnu::always_inline]] static Words add_one_if(Mask condition, Words x) {
    return add_if(condition, x, all(1));
  }
  [[gnu::always_inline]] static Words subtract_one_if(Mask condition, Words x) {
    return add_if(condition, x, all(~std::uint64_t{0}));
  }
};

}  // namespace
}  // namespace invdyn::text_lanes
