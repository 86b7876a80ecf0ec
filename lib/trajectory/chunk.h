#pragma once

#include <array>
#include <cstddef>
#include <exception>
#include <vector>

#include "block.h"
#include "differentiate.h"

namespace invdyn {

/// A piece of a trajectory's file: whole rows, with those in front of them that their derivatives need, so
/// that its torques are a function of the chunk alone. The rows held over from the chunk before come first:
/// `history` of them, whose results went out already, then those that were its look-ahead.
struct Chunk {
  /// Readable bytes behind the text.
  static constexpr std::size_t slack = 64;
  /// History and look-ahead; or all rows, where there are too few for any result.
  static constexpr std::size_t max_held = Differentiation::max_before + Differentiation::max_after;
  static_assert(max_held >= Differentiation::max_needed - 1);

  std::vector<char> buffer;  ///< of which the text is the beginning
  std::size_t size = 0;      ///< of the text: whole lines, each with its newline
  std::size_t own_size = 0;  ///< what comes behind it in the text are rows of another shard, as look-ahead

  std::size_t held = 0;  ///< rows held over, which come first and have no other lines between them
  std::size_t history = 0;
  std::array<std::size_t, max_held> held_lines{};  ///< their places in the file: see row_place.h
  std::size_t held_size = 0;                       ///< of their text
  std::size_t first_line = 1;                      ///< the line in the file of what comes behind them
  std::size_t offset = 0;                          ///< the byte in the file where that begins
  std::size_t blank_line = 0;  ///< the place of the first of the blank lines just in front of that; 0: none
  /// Number in the trajectory of the first row here. Without a time column it is counted; else it is only
  /// known whether it is 0.
  std::size_t first_row = 0;
  std::size_t max_rows = 0;  ///< no more rows than this are in the text; of CSV, its lines
  bool last = false;         ///< the file ends here
  std::exception_ptr fault;  ///< what prevented the input from going on behind this text; null: nothing

  void ensure(std::size_t bytes) {
    if (buffer.size() < bytes + slack) buffer.resize(bytes + slack);
  }
  /// Makes a block ready for the rows of this chunk, of which it then holds none, with room for so many.
  void start(Block& block, std::size_t rows) const {
    block.reserve(rows);
    block.rows = 0;
    block.before = history;
    block.after = 0;
    block.first_row = first_row;
    block.last = false;
  }
  /// Gives back, with its text, a buffer that lines of unusual length have made grow.
  void release_if_large() {
    constexpr std::size_t large = std::size_t{1} << 20;
    if (buffer.size() > large) std::vector<char>().swap(buffer);
  }
};

}  // namespace invdyn
