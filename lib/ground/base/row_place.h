#pragma once

#include <cstddef>
#include <string>

#include "wording.h"

namespace invdyn {

/// How messages state the place of a row in its file. line: its line, from 1. byte: its first byte, from 0,
/// if the file is not read from its beginning. row: its number, from 0, in a file without lines.
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
