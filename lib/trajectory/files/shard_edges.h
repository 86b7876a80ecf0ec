#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../../ground/document/input_file.h"
#include "../data/chunk.h"

namespace invdyn {

/// The first line after the header of a regular file that begins at or after this byte; the end of the file
/// if there is none.
std::size_t begin_of_line_at(const InputFile& file, std::size_t header_end, std::size_t offset);

/// Rows before the first own row of a shard, in the order of the file.
struct RowsBefore {
  struct Row {
    std::string text;    ///< with its newline
    std::size_t offset;  ///< of its first byte
  };
  std::vector<Row> rows;
  std::size_t seen = 0;        ///< one more than the rows if there are others before them
  std::size_t blank_line = 0;  ///< offset of the first blank line after the last row; 0: none
};
/// Finds the last `count` rows before byte `begin`. Reads backwards, piece by piece, because comments can
/// have any length. Throws Error.
RowsBefore rows_before(const InputFile& file, std::size_t header_end, std::size_t begin, std::size_t count);

/// Appends the lines of the first `count` rows from byte `offset` on to the chunk, as look-ahead. The chunk
/// becomes the last one of the file only if nothing follows them. An Error becomes its fault.
void append_rows_after(const InputFile& file, std::size_t offset, std::size_t count, Chunk& chunk);

}  // namespace invdyn
