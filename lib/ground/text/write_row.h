#pragma once

#include <cstddef>
#include <span>

#include "write_shortest.h"

namespace invdyn {

/// The size of the memory that write_row() needs for this many fields.
constexpr std::size_t row_room(std::size_t fields) {
  return fields * (longest_shortest + 1) + shortest_room;
}

/// Writes the numbers as write_shortest() does, with commas between them and `\n` after the last (only `\n`
/// if there are none). Returns the place after it. All numbers must be finite. `out` must have room for
/// row_room(fields.size()) characters; all of them may change.
char* write_row(char* out, std::span<const double> fields);

}  // namespace invdyn
