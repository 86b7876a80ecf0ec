#pragma once

#include <immintrin.h>

#include <cstdint>

// Sixteen numbers in the lanes of two AVX-512 vectors. Both vectors go through each step together: their
// chains of instructions are independent, so the processor overlaps them. One vector at a time takes a fifth
// more time. For units with -mavx512ifma and the like; everything is local to the unit.

namespace invdyn::text_lanes {
namespace {

struct IfmaWords {
  __m512i a, b;
};
struct IfmaMask {
  __mmask8 a, b;
};

[[gnu::always_inline]] inline IfmaWords operator+(IfmaWords x, IfmaWords y) {
  return {_mm512_add_epi64(x.a, y.a), _mm512_add_epi64(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaWords operator-(IfmaWords x, IfmaWords y) {
  return {_mm512_sub_epi64(x.a, y.a), _mm512_sub_epi64(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaWords operator&(IfmaWords x, IfmaWords y) {
  return {_mm512_and_si512(x.a, y.a), _mm512_and_si512(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaWords operator|(IfmaWords x, IfmaWords y) {
  return {_mm512_or_si512(x.a, y.a), _mm512_or_si512(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaWords operator^(IfmaWords x, IfmaWords y) {
  return {_mm512_xor_si512(x.a, y.a), _mm512_xor_si512(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaMask operator<(IfmaWords x, IfmaWords y) {
  return {_mm512_cmplt_epi64_mask(x.a, y.a), _mm512_cmplt_epi64_mask(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaMask operator==(IfmaWords x, IfmaWords y) {
  return {_mm512_cmpeq_epi64_mask(x.a, y.a), _mm512_cmpeq_epi64_mask(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaMask operator&(IfmaMask x, IfmaMask y) {
  return {_kand_mask8(x.a, y.a), _kand_mask8(x.b, y.b)};
}
[[gnu::always_inline]] inline IfmaMask operator|(IfmaMask x, IfmaMask y) {
  return {_kor_mask8(x.a, y.a), _kor_mask8(x.b, y.b)};
}

/// The operations of shortest_lanes.h and nearest_lanes.h on words of 64 bits.
struct IfmaLanes {
  using Words = IfmaWords;
  using Mask = IfmaMask;
  static constexpr int count = 16;

  [[gnu::always_inline]] static IfmaWords all(std::uint64_t value) {
    const __m512i word = _mm512_set1_epi64(static_cast<long long>(value));
    return {word, word};
  }
  template <int bits>
  [[gnu::always_inline]] static IfmaWords right(IfmaWords x) {
    return {_mm512_srli_epi64(x.a, bits), _mm512_srli_epi64(x.b, bits)};
  }
  template <int bits>
  [[gnu::always_inline]] static IfmaWords left(IfmaWords x) {
    return {_mm512_slli_epi64(x.a, bits), _mm512_slli_epi64(x.b, bits)};
  }
  /// The product of the lower halves.
  [[gnu::always_inline]] static IfmaWords product(IfmaWords x, IfmaWords y) {
    return {_mm512_mul_epu32(x.a, y.a), _mm512_mul_epu32(x.b, y.b)};
  }
  /// The bits of x that y does not have.
  [[gnu::always_inline]] static IfmaWords without(IfmaWords x, IfmaWords y) {
    return {_mm512_andnot_si512(y.a, x.a), _mm512_andnot_si512(y.b, x.b)};
  }
  [[gnu::always_inline]] static IfmaWords gather(const std::uint64_t* table, IfmaWords index) {
    return {_mm512_i64gather_epi64(index.a, table, 8), _mm512_i64gather_epi64(index.b, table, 8)};
  }

  [[gnu::always_inline]] static IfmaMask none() { return {0, 0}; }
  [[gnu::always_inline]] static IfmaMask inverse(IfmaMask x) { return {_knot_mask8(x.a), _knot_mask8(x.b)}; }
  [[gnu::always_inline]] static bool any(IfmaMask x) { return _kortestz_mask8_u8(x.a, x.b) == 0; }
  [[gnu::always_inline]] static IfmaMask top_bit(IfmaWords x) {
    return {_mm512_movepi64_mask(x.a), _mm512_movepi64_mask(x.b)};
  }
  /// x < y, without sign.
  [[gnu::always_inline]] static IfmaMask is_below(IfmaWords x, IfmaWords y) {
    return {_mm512_cmplt_epu64_mask(x.a, y.a), _mm512_cmplt_epu64_mask(x.b, y.b)};
  }
  [[gnu::always_inline]] static IfmaWords select(IfmaMask condition, IfmaWords yes, IfmaWords no) {
    return {_mm512_mask_mov_epi64(no.a, condition.a, yes.a), _mm512_mask_mov_epi64(no.b, condition.b, yes.b)};
  }
  [[gnu::always_inline]] static IfmaWords zero_if(IfmaMask condition, IfmaWords x) {
    return {_mm512_maskz_mov_epi64(_knot_mask8(condition.a), x.a),
            _mm512_maskz_mov_epi64(_knot_mask8(condition.b), x.b)};
  }
  [[gnu::always_inline]] static IfmaWords add_if(IfmaMask condition, IfmaWords x, IfmaWords y) {
    return {_mm512_mask_add_epi64(x.a, condition.a, x.a, y.a),
            _mm512_mask_add_epi64(x.b, condition.b, x.b, y.b)};
  }
  [[gnu::always_inline]] static IfmaWords subtract_if(IfmaMask condition, IfmaWords x, IfmaWords y) {
    return {_mm512_mask_sub_epi64(x.a, condition.a, x.a, y.a),
            _mm512_mask_sub_epi64(x.b, condition.b, x.b, y.b)};
  }
  [[gnu::always_inline]] static IfmaWords add_one_if(IfmaMask condition, IfmaWords x) {
    return add_if(condition, x, all(1));
  }
  [[gnu::always_inline]] static IfmaWords subtract_one_if(IfmaMask condition, IfmaWords x) {
    return subtract_if(condition, x, all(1));
  }
};

}  // namespace
}  // namespace invdyn::text_lanes
