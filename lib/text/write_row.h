#pragma once

#include <cstddef>
#include <span>

#include "write_shortest.h"

namespace invdyn {

/// What write_row() may write on for that many fields.
constexpr std::size_t row_room(std::size_t fields) {
  return fields * (longest_shortest + 1) + shortest_room;
}

/// Writes the numbers as write_shortest() does, with commas between them and `\n` behind the last (alone, if
/// there are none). Returns the place behind it. All are finite; from `out` there is room for
/// row_room(fields.size()) characters, all of which may change.
char* write_row(char* out, std::span<const double> fields);

}  // namespace invdyn
