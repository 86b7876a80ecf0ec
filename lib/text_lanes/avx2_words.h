#pragma once

#include <immintrin.h>

#include <cstdint>

// Eight numbers in the lanes of two AVX2 vectors. Both vectors go through each step together: their chains of
// instructions are independent, so the processor overlaps them. For units with -mavx2; everything is local to
// the unit. Avx2Words are compared with their sign: those here are below 2^63.

namespace invdyn::text_lanes {
namespace {

struct Avx2Words {
  __m256i a, b;
};
/// All ones in the lanes where it is true, zeros elsewhere.
struct Avx2Mask {
  __m256i a, b;
};

[[gnu::always_inline]] inline Avx2Words operator+(Avx2Words x, Avx2Words y) {
  return {_mm256_add_epi64(x.a, y.a), _mm256_add_epi64(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Words operator-(Avx2Words x, Avx2Words y) {
  return {_mm256_sub_epi64(x.a, y.a), _mm256_sub_epi64(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Words operator&(Avx2Words x, Avx2Words y) {
  return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Words operator|(Avx2Words x, Avx2Words y) {
  return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Words operator^(Avx2Words x, Avx2Words y) {
  return {_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Mask operator<(Avx2Words x, Avx2Words y) {
  return {_mm256_cmpgt_epi64(y.a, x.a), _mm256_cmpgt_epi64(y.b, x.b)};
}
[[gnu::always_inline]] inline Avx2Mask operator==(Avx2Words x, Avx2Words y) {
  return {_mm256_cmpeq_epi64(x.a, y.a), _mm256_cmpeq_epi64(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Mask operator&(Avx2Mask x, Avx2Mask y) {
  return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)};
}
[[gnu::always_inline]] inline Avx2Mask operator|(Avx2Mask x, Avx2Mask y) {
  return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)};
}

/// The operations of shortest_lanes.h and nearest_lanes.h on words of 64 bits.
struct Avx2Lanes {
  using Words = Avx2Words;
  using Mask = Avx2Mask;
  static constexpr int count = 8;

  [[gnu::always_inline]] static Avx2Words all(std::uint64_t value) {
    const __m256i word = _mm256_set1_epi64x(static_cast<long long>(value));
    return {word, word};
  }
  template <int bits>
  [[gnu::always_inline]] static Avx2Words right(Avx2Words x) {
    return {_mm256_srli_epi64(x.a, bits), _mm256_srli_epi64(x.b, bits)};
  }
  template <int bits>
  [[gnu::always_inline]] static Avx2Words left(Avx2Words x) {
    return {_mm256_slli_epi64(x.a, bits), _mm256_slli_epi64(x.b, bits)};
  }
  /// The product of the lower halves.
  [[gnu::always_inline]] static Avx2Words product(Avx2Words x, Avx2Words y) {
    return {_mm256_mul_epu32(x.a, y.a), _mm256_mul_epu32(x.b, y.b)};
  }
  /// The bits of x that y does not have.
  [[gnu::always_inline]] static Avx2Words without(Avx2Words x, Avx2Words y) {
    return {_mm256_andnot_si256(y.a, x.a), _mm256_andnot_si256(y.b, x.b)};
  }
  [[gnu::always_inline]] static Avx2Words gather(const std::uint64_t* table, Avx2Words index) {
    const auto* const from = reinterpret_cast<const long long*>(table);
    return {_mm256_i64gather_epi64(from, index.a, 8), _mm256_i64gather_epi64(from, index.b, 8)};
  }

  [[gnu::always_inline]] static Avx2Mask none() { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  [[gnu::always_inline]] static Avx2Mask inverse(Avx2Mask x) {
    const __m256i ones = _mm256_set1_epi64x(-1);
    return {_mm256_xor_si256(x.a, ones), _mm256_xor_si256(x.b, ones)};
  }
  [[gnu::always_inline]] static bool any(Avx2Mask x) {
    const __m256i both = _mm256_or_si256(x.a, x.b);
    return _mm256_movemask_pd(_mm256_castsi256_pd(both)) != 0;
  }
  [[gnu::always_inline]] static Avx2Mask top_bit(Avx2Words x) {
    const __m256i zero = _mm256_setzero_si256();
    return {_mm256_cmpgt_epi64(zero, x.a), _mm256_cmpgt_epi64(zero, x.b)};
  }
  /// x < y without sign, for y below 2^63.
  [[gnu::always_inline]] static Avx2Mask is_below(Avx2Words x, Avx2Words y) {
    return (x < y) & inverse(top_bit(x));
  }
  [[gnu::always_inline]] static Avx2Words select(Avx2Mask condition, Avx2Words yes, Avx2Words no) {
    return {_mm256_blendv_epi8(no.a, yes.a, condition.a), _mm256_blendv_epi8(no.b, yes.b, condition.b)};
  }
  [[gnu::always_inline]] static Avx2Words only_if(Avx2Mask condition, Avx2Words x) {
    return {_mm256_and_si256(condition.a, x.a), _mm256_and_si256(condition.b, x.b)};
  }
  [[gnu::always_inline]] static Avx2Words zero_if(Avx2Mask condition, Avx2Words x) {
    return {_mm256_andnot_si256(condition.a, x.a), _mm256_andnot_si256(condition.b, x.b)};
  }
  /// A number of 32 bits with a sign, moved between 0 and `largest`.
  [[gnu::always_inline]] static Avx2Words clamped(Avx2Words x, std::uint64_t largest) {
    const Avx2Words limit = all(largest), zero = all(0);
    return {_mm256_max_epi32(_mm256_min_epi32(x.a, limit.a), zero.a),
            _mm256_max_epi32(_mm256_min_epi32(x.b, limit.b), zero.b)};
  }
  // A mask is -1 where it is true.
  [[gnu::always_inline]] static Avx2Words add_one_if(Avx2Mask condition, Avx2Words x) {
    return {_mm256_sub_epi64(x.a, condition.a), _mm256_sub_epi64(x.b, condition.b)};
  }
  [[gnu::always_inline]] static Avx2Words subtract_one_if(Avx2Mask condition, Avx2Words x) {
    return {_mm256_add_epi64(x.a, condition.a), _mm256_add_epi64(x.b, condition.b)};
  }
};

}  // namespace
}  // namespace invdyn::text_lanes
