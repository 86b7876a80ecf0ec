#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "../../ground/text/write_shortest.h"
#include "shortest_lanes.h"
#include "write_tables.h"

// Rows of numbers as text, in lanes. Units for instruction sets include this file, like shortest_lanes.h.
//
// 64 numbers are prepared, four vectors at a time, then placed one after the other. To prepare: the digits
// (shortest_lanes.h) and the number of the text's layout. To place: a shuffle of the digits to each half of
// the text, `or` with the other characters of the layout, a store, and the first of 17 digits as one byte
// (write_tables.h). The length comes from the layout and the number of zeros behind the digits. Texts
// overlap: each begins where the one before ends, and covers what that one wrote behind its end.

namespace invdyn::text_lanes {

constexpr std::size_t batch_size = 64;

/// Separators of a batch: a newline after each row's last number, commas after the others.
template <class Set>
class Separators {
 public:
  explicit Separators(std::size_t columns) : columns_(columns), row_end_(columns - 1) {}
  char operator[](std::size_t i) const { return characters_[i]; }

  void next_batch() {
    __builtin_memset(characters_, ',', batch_size);
    for (; row_end_ < batch_size; row_end_ += columns_) characters_[row_end_] = '\n';
    row_end_ -= batch_size;
  }

 private:
  std::size_t columns_, row_end_;  // of the next row that ends, in the batch
  char characters_[batch_size];
};

/// A batch of numbers to be placed.
template <class Set>
class Prepared {
 public:
  static constexpr std::size_t step = 4 * Set::count;

  /// Prepares `step` numbers; `at` is the number of the first in the batch.
  [[gnu::always_inline]] void prepare(const double* numbers, std::size_t at) {
    using Four = Lanes<Set, 4>;
    using Words = typename Four::Words;
    const auto all = [](int value) { return Four::all(static_cast<std::uint64_t>(value)); };
    const Words bits = Four::load(numbers + at);
    const auto digits = shortest_digits_of<Four>(bits, gaps);

    // The layouts at both ends stand for all exponents beyond: nothing is plain in them.
    constexpr int size = sizeof(Layout);
    static_assert(size == 1 << 7);
    const Words row = each<Set::smaller>(each<Set::larger>(digits.exponent + all(1 - smallest_plain), all(0)),
                                         all(layout_count / 4 - 1));
    const Words sixteen = each<Set::only_if>(digits.has_sixteen, all(2 * size));
    const Words negative = bits >> 63 << 7;
    Four::store(layout_ + at, (row << 9) + sixteen + negative);
    Four::store(first_ + at, digits.first | all('0'));
    Four::store(exponent_ + at, digits.exponent);
#pragma GCC unroll 8
    for (int i = 0; i < 4; ++i, at += Set::count)
      Set::store_in_turn(digits_[at], digits.late.v[i], digits.early.v[i], nonzero_ + at);
  }

  /// Writes number i and maybe 32 bytes after `out`. Returns the end of its text; nullptr: the lanes did not
  /// decide it.
  [[gnu::always_inline]] char* place(char* out, std::size_t i) const {
    const Layout& layout = layout_at(layout_[i]);
    const int zeros = __builtin_ctz(nonzero_[i] | 0x10000U);
    put(out, layout, i);
    const std::size_t length = layout.length[zeros];
    if (length == 0) [[unlikely]]
      return place_scientific(out, i, zeros);
    return out + length;
  }

 private:
  [[gnu::always_inline]] static const Layout& layout_at(std::uint64_t offset) {
    return *reinterpret_cast<const Layout*>(reinterpret_cast<const char*>(layouts.at) + offset);
  }
  [[gnu::always_inline]] void put(char* out, const Layout& layout, std::size_t i) const {
    const __m256i digits =
        _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(digits_[i])));
    const __m256i text = _mm256_or_si256(
        _mm256_shuffle_epi8(digits, _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.index))),
        _mm256_load_si256(reinterpret_cast<const __m256i*>(layout.characters)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), text);
    out[layout.first_place] = static_cast<char>(first_[i]);
  }

  /// For texts that are not plain: d.ddde-12 is laid out like d.ddd. nullptr: undecided, or exponents beyond
  /// 99, or large plain numbers.
  [[gnu::noinline]] char* place_scientific(char* out, std::size_t i, int zeros) const {
    const auto exponent = static_cast<std::int64_t>(exponent_[i]);
    if (exponent > largest_exponent || exponent < -largest_exponent) return nullptr;
    const std::uint64_t of_row = layout_[i] & 3 * sizeof(Layout);
    const int count = ((of_row & 2 * sizeof(Layout)) != 0 ? 16 : 17) - zeros;
    if (exponent > largest_plain && exponent - (count - 1) <= (count == 1 ? 4 : 5)) return nullptr;
    const Layout& layout = layout_at(layout_of(0, false, false) * sizeof(Layout) + of_row);
    put(out, layout, i);
    out += layout.length[zeros];
    __builtin_memcpy(out, exponent_texts.at[largest_exponent + exponent], 4);
    return out + 4;
  }

  alignas(64) unsigned char digits_[batch_size][16];  // from the last to the first
  alignas(64) std::uint64_t layout_[batch_size];      // its offset in layouts
  alignas(64) std::uint64_t first_[batch_size];       // of 17 digits, as a character
  alignas(64) std::uint64_t exponent_[batch_size];
  std::uint16_t nonzero_[batch_size];  // a bit for each digit
};

template <class Set>
[[gnu::always_inline]] inline char* write_rows_in_lanes(char* out, const double* numbers, std::size_t columns,
                                                        std::size_t rows, std::size_t& single) {
  Prepared<Set> prepared;
  Separators<Set> separators(columns);
  const std::size_t total = rows * columns;
  for (std::size_t first = 0; first < total; first += batch_size) {
    const std::size_t count = total - first < batch_size ? total - first : batch_size;
    // The last numbers are prepared together with zeros after them.
    double padded[batch_size];
    const double* from = numbers + first;
    if (count < batch_size) {
      __builtin_memset(padded, 0, sizeof padded);
      __builtin_memcpy(padded, from, count * sizeof(double));
      from = padded;
    }
    separators.next_batch();
    for (std::size_t at = 0; at < count; at += Prepared<Set>::step) prepared.prepare(from, at);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) {
      char* end = prepared.place(out, i);
      if (end == nullptr) {
        end = write_shortest(out, from[i]);
        ++single;
      }
      out = end;
      *out++ = separators[i];
    }
  }
  return out;
}

}  // namespace invdyn::text_lanes
