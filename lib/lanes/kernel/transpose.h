#pragma once

// Converts between numbers row by row, as in a file, and columns. It uses tiles of four by four, which need a
// third of the instructions of single numbers. Each instruction set's unit includes this file, like
// row_kernel.h; the tiles are the same in each.

#include <cstddef>

namespace invdyn::row_kernel {

template <class Lanes>
struct Tile {
  static constexpr std::size_t size = 4;
  typedef double Line __attribute__((vector_size(size * sizeof(double))));
  Line a, b, c, d;

  // Loads lines that are `step` bytes apart.
  void load(const char* from, std::size_t step) {
    __builtin_memcpy(&a, from, sizeof a);
    __builtin_memcpy(&b, from + step, sizeof b);
    __builtin_memcpy(&c, from + 2 * step, sizeof c);
    __builtin_memcpy(&d, from + 3 * step, sizeof d);
  }
  void store(char* to, std::size_t step) const {
    __builtin_memcpy(to, &a, sizeof a);
    __builtin_memcpy(to + step, &b, sizeof b);
    __builtin_memcpy(to + 2 * step, &c, sizeof c);
    __builtin_memcpy(to + 3 * step, &d, sizeof d);
  }

  void transpose() {
    const Line ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Line ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Line cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Line cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
  }
};

// Number of rows that stay in the nearest cache while their columns are processed one after the other.
constexpr std::size_t rows_at_once = 64;

/// Calls whole(row, end, column) for the tiles from `row` up to `end`, and single(row, column) for the
/// remaining numbers. The tiles of the last columns overlap the previous ones.
template <class Lanes, class Whole, class Single>
void for_tiles(std::size_t columns, std::size_t count, const Whole& whole, const Single& single) {
  constexpr std::size_t size = Tile<Lanes>::size;
  for (std::size_t first = 0; first < count; first += rows_at_once) {
    const std::size_t end = first + rows_at_once < count ? first + rows_at_once : count;
    const std::size_t whole_end = columns < size ? first : end - (end - first) % size;
    for (std::size_t column = 0; column < columns && whole_end > first; column += size)
      whole(first, whole_end, column + size <= columns ? column : columns - size);
    for (std::size_t row = whole_end; row < end; ++row)
      for (std::size_t column = 0; column < columns; ++column) single(row, column);
  }
}

template <class Lanes>
void take_rows(const char* rows, std::size_t columns, std::size_t count, double* const* to,
               const double* scale) {
  constexpr std::size_t size = Tile<Lanes>::size;
  const std::size_t row_size = columns * sizeof(double);
  for_tiles<Lanes>(
      columns, count,
      [&](std::size_t row, std::size_t end, std::size_t column) {
        double *const to_a = to[column], *const to_b = to[column + 1];
        double *const to_c = to[column + 2], *const to_d = to[column + 3];
        const double scale_a = scale[column], scale_b = scale[column + 1];
        const double scale_c = scale[column + 2], scale_d = scale[column + 3];
        const char* from = rows + row * row_size + column * sizeof(double);
        const auto put = [&row](const auto& line, double* where) {
          if (where) __builtin_memcpy(where + row, &line, sizeof line);
        };
        for (; row < end; row += size, from += size * row_size) {
          Tile<Lanes> tile;
          tile.load(from, row_size);
          tile.transpose();
          put(tile.a * scale_a, to_a), put(tile.b * scale_b, to_b);
          put(tile.c * scale_c, to_c), put(tile.d * scale_d, to_d);
        }
      },
      [&](std::size_t row, std::size_t column) {
        double number;
        __builtin_memcpy(&number, rows + row * row_size + column * sizeof number, sizeof number);
        if (to[column]) to[column][row] = number * scale[column];
      });
}

template <class Lanes>
void put_rows(const double* const* from, std::size_t columns, std::size_t count, char* rows) {
  constexpr std::size_t size = Tile<Lanes>::size;
  const std::size_t row_size = columns * sizeof(double);
  for_tiles<Lanes>(
      columns, count,
      [&](std::size_t row, std::size_t end, std::size_t column) {
        const double *const from_a = from[column], *const from_b = from[column + 1];
        const double *const from_c = from[column + 2], *const from_d = from[column + 3];
        char* to = rows + row * row_size + column * sizeof(double);
        const auto take = [&row](const double* where, auto& line) {
          __builtin_memcpy(&line, where + row, sizeof line);
        };
        for (; row < end; row += size, to += size * row_size) {
          Tile<Lanes> tile;
          take(from_a, tile.a), take(from_b, tile.b), take(from_c, tile.c), take(from_d, tile.d);
          tile.transpose();
          tile.store(to, row_size);
        }
      },
      [&](std::size_t row, std::size_t column) {
        __builtin_memcpy(rows + row * row_size + column * sizeof(double), from[column] + row, sizeof(double));
      });
}

}  // namespace invdyn::row_kernel
