#pragma once

#include <cstddef>
#include <string>

#include "wording.h"

namespace invdyn {

/// How messages state the place of a row in its file. line: its line, from 1. byte: its first byte, from 0,
/// if the file is not read from its beginning. row: its number, from 0, in a file without lines. message: its
/// number, from 1, of those of its topic.
enum class PlaceBy { line, byte, row, message };

/// `line`, `byte`.
inline const char* name_of(PlaceBy by) {
  constexpr const char* names[] = {"line", "byte", "row", "message"};
  return names[static_cast<std::size_t>(by)];
}

/// `line 12`, `byte 4096`.
inline std::string place_text(PlaceBy by, std::size_t place) {
  return name_of(by) + (' ' + std::to_string(place));
}
/// `lift.csv:12`, `lift.csv: byte 4096`, `lift.npy: row 10`.
inline std::string place_in(const std::string& file, PlaceBy by, std::size_t place) {
  return by == PlaceBy::line ? place_in(file, place) : file + ": " + place_text(by, place);
}

}  // namespace invdyn
