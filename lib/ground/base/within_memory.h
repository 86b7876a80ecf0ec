#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "error.h"

namespace invdyn {

/// Limit for a trajectory kept in memory as a whole: 400 MB, or an hour and a half of seven joints at 1 kHz.
inline constexpr std::size_t max_kept_numbers = 50'000'000;
/// The limit for a pipe or a device, which may be endless: 40 MB.
inline constexpr std::size_t max_kept_numbers_of_stream = 5'000'000;

/// Throws Error if this number of rows is too large to keep in memory.
inline void expect_kept_rows(const std::string& file, std::size_t rows, std::size_t numbers_in_row,
                             std::size_t max_numbers = max_kept_numbers) {
  if (rows * numbers_in_row <= max_numbers) return;
  const std::string others = max_numbers < max_kept_numbers ? "; a regular file may have more" : "";
  throw Error(file, "has more than " + std::to_string(max_numbers / numbers_in_row) +
                        " rows, the limit in memory for a trajectory with " + std::to_string(numbers_in_row) +
                        " numbers in each row: expected a shorter trajectory, or parts of it" + others);
}

/// Returns the result of `read` for this file. Throws Error with the file's name if memory is exhausted.
template <class Read>
auto within_memory(const std::string& file, const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw Error(file,
                "does not fit into memory: expected a smaller file, or a higher memory limit (ulimit -v)");
  }
}

}  // namespace invdyn
