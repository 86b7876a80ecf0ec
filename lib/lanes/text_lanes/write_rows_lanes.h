#pragma once

// Rows of numbers as text, batch by batch. Each instruction set's unit includes this file, like
// shortest_lanes.h. `Prepared` is the unit's: a batch of numbers, with
// - prepare(numbers, at): prepares Prepared::step numbers; `at` is the number of the first in the batch;
// - is_common(count): all of the first `count` can be placed by place_common();
// - place_common(out, i): writes number i and maybe 32 bytes after `out`; returns the end of its text;
// - place_any(out, i): the same for any number; nullptr: the lanes did not decide its text.

namespace invdyn::text_lanes {

constexpr std::size_t batch_size = 64;

/// Separators of a batch: a newline after each row's last number, commas after the others.
template <class Prepared>
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

template <class Prepared>
[[gnu::always_inline]] inline char* write_rows_in_lanes(char* out, const double* numbers, std::size_t columns,
                                                        std::size_t rows, std::size_t& single) {
  Prepared prepared;
  Separators<Prepared> separators(columns);
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
    for (std::size_t at = 0; at < count; at += Prepared::step) prepared.prepare(from, at);

    if (prepared.is_common(count)) {
#pragma GCC unroll 8
      for (std::size_t i = 0; i < count; ++i) {
        out = prepared.place_common(out, i);
        *out++ = separators[i];
      }
      continue;
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < count; ++i) {
      char* end = prepared.place_any(out, i);
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
