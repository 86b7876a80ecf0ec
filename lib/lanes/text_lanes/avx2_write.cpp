// Rows of numbers as text with AVX2 (and FMA and BMI).
//
// Up to 64 numbers are prepared, sixteen at a time, then placed one after the other. To prepare: the digits
// (shortest_lanes.h) and the number of the text's layout. To place: a shuffle of the digits to each half of
// the text, `or` with the other characters of the layout, a store, and the first of 17 digits as one byte
// (write_tables.h). The length comes from the layout and the number of zeros behind the digits. Texts
// overlap: each begins where the one before ends, and covers what that one wrote behind its end.
#include "../../ground/text/write_shortest.h"
#include "avx2_words.h"
#include "text_lanes.h"
#include "write_tables.h"

#include "shortest_lanes.h"
#include "write_rows_lanes.h"

namespace invdyn::text_lanes {
namespace {

struct Lanes : Avx2Lanes<4> {
  /// A product of m < 2^53 and y < 2^52, from products of 32 bits: upper * 2^64 + middle * 2^32 + lower, with
  /// lower below 2^32 and middle below 2^54.
  struct Product {
    Words upper, middle, lower;
  };
  [[gnu::always_inline]] static Product product_with_m(Words bits, Words y) {
    constexpr std::uint64_t leading_one = std::uint64_t{1} << 52;
    const Words m = (bits & all(leading_one - 1)) | all(leading_one);
    const Words m_upper = right<32>(m), y_upper = right<32>(y);
    const Words lower = product(m, y);
    return {product(m_upper, y_upper), product(m, y_upper) + product(m_upper, y) + right<32>(lower),
            lower & all(0xffffffff)};
  }
  /// m g, for the m of the double with these bits: its part above the point and its 48 bits after it. `more`
  /// is added to the last of these bits.
  [[gnu::always_inline]] static void multiply(Words bits, Words gap, Words more, Words& whole,
                                              Words& fraction) {
    const Product p = product_with_m(bits, gap);
    const Words low = (left<32>(p.middle & all(0xffff)) | p.lower) + more;
    whole = left<16>(p.upper) + right<16>(p.middle) + right<48>(low);
    fraction = low & all((std::uint64_t{1} << 48) - 1);
  }
  /// m y / 2^52, cut off.
  [[gnu::always_inline]] static Words high_product(Words bits, Words y) {
    const Product p = product_with_m(bits, y);
    return left<12>(p.upper) + right<20>(p.middle);
  }
  /// x / 10^8 for x < 10^17: y / 5^8 with y = x >> 8 below 2^49, by a double. Less 195312, which is almost
  /// half of 5^8 = 390625, the quotient is rounded to the whole number below it: it is at least 1.2e-6 away
  /// from the middle of two, and its error is below 2^49 / 5^8 * 2^-52 = 3e-7. Adding 1.5 * 2^52 rounds, and
  /// leaves the whole number in the lower bits.
  [[gnu::always_inline]] static Words quotient_by_eight_digits(Words x) {
    const Words y = right<8>(x) | all(0x4330000000000000);  // as a double: 2^52 + y
    const Words quotient = each(
        [](__m256i a) {
          const __m256d less = _mm256_sub_pd(_mm256_castsi256_pd(a), _mm256_set1_pd(0x1p52 + 195312));
          return _mm256_castpd_si256(
              _mm256_fmadd_pd(less, _mm256_set1_pd(1 / 390625.), _mm256_set1_pd(0x1.8p52)));
        },
        y);
    return quotient & all(0xffffffff);
  }
  /// The digits of a number below 10^8 as bytes 0 to 9, the last in the lowest byte. As to_eight_digits() in
  /// ground/text/eight_digits.h.
  [[gnu::always_inline]] static Words eight_digits(Words x) {
    const Words upper_four = right<40>(product(x, all(109'951'163)));
    const Words fours = x + product(upper_four, all((std::uint64_t{1} << 32) - 10'000));
    const Words hundreds =
        each([](__m256i a) { return _mm256_srli_epi32(_mm256_mulhi_epu16(a, _mm256_set1_epi32(5243)), 3); },
             fours);
    // hundreds * 65536 - hundreds * 100: two short operations take less time than a product of 32 bits.
    const Words pairs = each(
        [](__m256i a, __m256i b) {
          return _mm256_add_epi32(_mm256_add_epi32(a, _mm256_slli_epi32(b, 16)),
                                  _mm256_madd_epi16(b, _mm256_set1_epi32((1 << 16) - 100)));
        },
        fours, hundreds);
    const Words tens =
        each([](__m256i a) { return _mm256_mulhi_epu16(a, _mm256_set1_epi16(6554)); }, pairs);  // n / 10
    __m256i factors = _mm256_set1_epi16((1 << 8) - 10);
    asm("" : "+x"(factors));  // g++ would replace this product by five shifts and sums
    return each([&](__m256i a, __m256i b) { return _mm256_add_epi16(a, _mm256_mullo_epi16(b, factors)); },
                pairs, tens);
  }
};
using Words = Lanes::Words;
using Mask = Lanes::Mask;

/// A batch of numbers to be placed.
class Prepared {
 public:
  static constexpr std::size_t step = Lanes::count;

  [[gnu::always_inline]] void prepare(const double* numbers, std::size_t at);
  bool is_common(std::size_t) const { return false; }
  char* place_common(char* out, std::size_t) const { return out; }

  [[gnu::always_inline]] char* place_any(char* out, std::size_t i) const {
    const ShuffledLayout& layout = layout_at(layout_[i]);
    const int zeros = __builtin_ctz(nonzero_[i] | 0x10000U);
    put(out, layout, i);
    const std::size_t length = layout.length[zeros];
    if (length == 0) [[unlikely]]
      return place_scientific(out, i, zeros);
    return out + length;
  }

 private:
  [[gnu::always_inline]] static const ShuffledLayout& layout_at(std::uint64_t offset) {
    return *reinterpret_cast<const ShuffledLayout*>(reinterpret_cast<const char*>(shuffled_layouts.at) +
                                                    offset);
  }
  [[gnu::always_inline]] void put(char* out, const ShuffledLayout& layout, std::size_t i) const {
    const __m256i digits =
        _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(digits_[i])));
    const __m256i text = _mm256_or_si256(
        _mm256_shuffle_epi8(digits, _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.index))),
        _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.characters)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), text);
    out[layout.first_place] = static_cast<char>(first_[i]);
  }
  [[gnu::noinline]] char* place_scientific(char* out, std::size_t i, int zeros) const;

  alignas(32) unsigned char digits_[batch_size][16];  // from the last to the first
  alignas(32) std::uint64_t layout_[batch_size];      // its offset in shuffled_layouts
  alignas(32) std::uint64_t first_[batch_size];       // of 17 digits, as a character
  alignas(32) std::uint64_t exponent_[batch_size];
  std::uint16_t nonzero_[batch_size];  // a bit for each digit
};

[[gnu::always_inline]] inline void store(std::uint64_t* to, Words words) {
#pragma GCC unroll 8
  for (const __m256i& four : words.v) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), four);
    to += 4;
  }
}

inline void Prepared::prepare(const double* numbers, std::size_t at) {
  const auto all = [](int value) { return Lanes::all(static_cast<std::uint64_t>(value)); };
  Words bits;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < step / 4; ++i)
    bits.v[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers + at + 4 * i));
  const auto digits = shortest_digits_of<Lanes>(bits, gaps);

  // The layouts at both ends stand for all exponents beyond: nothing is plain in them.
  constexpr int size = sizeof(ShuffledLayout);
  static_assert(size == 1 << 7);
  const Words row = Lanes::clamped(digits.exponent + all(1 - smallest_plain), layouts / 4 - 1);
  const Words sixteen = Lanes::only_if(digits.has_sixteen, all(2 * size));
  const Words negative = Lanes::left<7>(Lanes::right<63>(bits));
  store(layout_ + at, Lanes::left<9>(row) + sixteen + negative);
  store(first_ + at, digits.first | all('0'));
  store(exponent_ + at, digits.exponent);

  const auto store_digits = [&](std::size_t i, __m256i early, __m256i late) {
    const __m256i even = _mm256_unpacklo_epi64(late, early), odd = _mm256_unpackhi_epi64(late, early);
    const auto put = [&](std::size_t number, __m256i two) {
      _mm256_store_si256(reinterpret_cast<__m256i*>(digits_[number]), two);
      const int nonzero = _mm256_movemask_epi8(_mm256_cmpgt_epi8(two, _mm256_setzero_si256()));
      __builtin_memcpy(nonzero_ + number, &nonzero, sizeof nonzero);
    };
    put(i, _mm256_permute2x128_si256(even, odd, 0x20));
    put(i + 2, _mm256_permute2x128_si256(even, odd, 0x31));
  };
#pragma GCC unroll 8
  for (std::size_t i = 0; i < step / 4; ++i) store_digits(at + 4 * i, digits.early.v[i], digits.late.v[i]);
}

/// For texts that are not plain: d.ddde-12 is laid out like d.ddd. nullptr: undecided, or exponents beyond
/// 99, or large plain numbers.
char* Prepared::place_scientific(char* out, std::size_t i, int zeros) const {
  const auto exponent = static_cast<std::int64_t>(exponent_[i]);
  if (exponent > largest_exponent || exponent < -largest_exponent) return nullptr;
  const std::uint64_t of_row = layout_[i] & 3 * sizeof(ShuffledLayout);
  const int count = ((of_row & 2 * sizeof(ShuffledLayout)) != 0 ? 16 : 17) - zeros;
  if (exponent > largest_plain && exponent - (count - 1) <= (count == 1 ? 4 : 5)) return nullptr;
  const ShuffledLayout& layout = layout_at(layout_of(0, false, false) * sizeof(ShuffledLayout) + of_row);
  put(out, layout, i);
  out += layout.length[zeros];
  __builtin_memcpy(out, exponent_texts.at[largest_exponent + exponent], 4);
  return out + 4;
}

}  // namespace
}  // namespace invdyn::text_lanes

namespace invdyn {

char* avx2_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                      std::size_t& single) {
  return text_lanes::write_rows_in_lanes<text_lanes::Prepared>(out, numbers, columns, rows, single);
}

}  // namespace invdyn
