#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "error.h"

namespace invdyn {

/// Of a trajectory that is kept in memory as a whole. They are 400 MB, and an hour and a half of seven joints
/// at 1 kHz.
inline constexpr std::size_t max_kept_numbers = 50'000'000;
/// Of one from a pipe or a device, which may have no end: 40 MB.
inline constexpr std::size_t max_kept_numbers_of_stream = 5'000'000;

/// Throws Error if so many rows are too many to be kept.
inline void expect_kept_rows(const std::string& file, std::size_t rows, std::size_t numbers_in_row,
                             std::size_t max_numbers = max_kept_numbers) {
  if (rows * numbers_in_row <= max_numbers) return;
  const std::string others = max_numbers < max_kept_numbers ? "; a regular file may have more" : "";
  throw Error(file,
              "has more than " + std::to_string(max_numbers / numbers_in_row) +
                  " rows, the limit for a trajectory of " + std::to_string(numbers_in_row) +
                  " numbers in each row that is kept in memory: expected a shorter one, or parts of it" +
                  others);
}

/// Returns what `read` does of this file. Throws Error, which names it, if memory is exhausted on the way.
template <class Read>
auto within_memory(const std::string& file, const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw Error(file,
                "does not fit into memory: expected a smaller file, or a higher limit of memory (ulimit -v)");
  }
}

}  // namespace invdyn
