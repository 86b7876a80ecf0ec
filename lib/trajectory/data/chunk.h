#pragma once

#include <array>
#include <cstddef>
#include <exception>

#include "../../ground/base/raw_bytes.h"
#include "block.h"
#include "differentiate.h"

namespace invdyn {

/// A piece of a trajectory's file: whole rows, and the earlier rows that their derivatives need. So its
/// torques depend on the chunk alone. It begins with rows held over from the previous chunk: first `history`
/// rows, whose results are complete, then the look-ahead of that chunk.
struct Chunk {
  /// Readable bytes after the text.
  static constexpr std::size_t slack = 64;
  /// History and look-ahead; or all rows if there are too few for any result.
  static constexpr std::size_t max_held = Differentiation::max_before + Differentiation::max_after;
  static_assert(max_held >= Differentiation::max_needed - 1);

  RawBytes buffer;           ///< begins with the text
  std::size_t size = 0;      ///< bytes of the text: whole lines, each with its newline
  std::size_t own_size = 0;  ///< the text after it has rows of another shard, as look-ahead

  std::size_t held = 0;  ///< rows held over; they come first, without other lines between them
  std::size_t history = 0;
  std::array<std::size_t, max_held> held_lines{};  ///< their places in the file: see row_place.h
  std::size_t held_size = 0;                       ///< bytes of their text
  std::size_t first_line = 1;                      ///< the first line after them, by its number in the file
  std::size_t offset = 0;                          ///< the byte in the file where that line begins
  std::size_t blank_line = 0;  ///< the place of the first blank line directly before that line; 0: none
  /// Number of the first row here in the trajectory. It is exact if there is no time column; otherwise only
  /// zero or nonzero is meaningful.
  std::size_t first_row = 0;
  std::size_t max_rows = 0;  ///< maximum number of rows in the text; for CSV, its lines
  bool last = false;         ///< the file ends here
  bool is_torn = false;      ///< it ends within a line
  std::exception_ptr fault;  ///< the error that ended the input after this text; null: none

  void ensure(std::size_t bytes) {
    if (buffer.size() < bytes + slack) buffer.resize(bytes + slack);
  }
  /// Prepares a block for the rows of this chunk: empty, with room for this many rows.
  void start(Block& block, std::size_t rows) const {
    block.reserve(rows);
    block.rows = 0;
    block.before = history;
    block.after = 0;
    block.first_row = first_row;
    block.last = false;
  }
  /// Frees the buffer, with its text, if unusually long lines have made it grow.
  void release_if_large() {
    constexpr std::size_t large = std::size_t{1} << 20;
    if (buffer.size() > large) RawBytes().swap(buffer);
  }
};

}  // namespace invdyn
