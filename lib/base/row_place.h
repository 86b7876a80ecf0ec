#pragma once

#include <cstddef>
#include <string>

#include "wording.h"

namespace invdyn {

/// What tells where a row stands in its file: its line, from 1; or, where the file is not read from its
/// beginning, the byte with which the row begins, from 0; or, in a file without lines, its number, from 0.
enum class PlaceBy { line, byte, row };

/// `line 12`, `byte 4096`, `row 10`.
inline std::string place_text(PlaceBy by, std::size_t place) {
  return (by == PlaceBy::line ? "line " : by == PlaceBy::byte ? "byte " : "row ") + std::to_string(place);
}
/// `lift.csv:12`, `lift.csv: byte 4096`, `lift.npy: row 10`.
inline std::string place_in(const std::string& file, PlaceBy by, std::size_t place) {
  return by == PlaceBy::line ? place_in(file, place) : file + ": " + place_text(by, place);
}

}  // namespace invdyn
