#pragma once

#include <cstddef>
#include <cstdint>

#include "../../ground/text/separator.h"
#include "../kernel/instruction_set.h"

namespace invdyn {

/// Rows that were read from text.
struct PlainRows {
  double* numbers;      ///< row by row
  std::size_t room;     ///< of the numbers; at least max(columns, 1) * 2 + min_room
  std::uint32_t* ends;  ///< of each row, with its newline, in characters from the begin; room / columns
  std::size_t count = 0;
  std::size_t single = 0;  ///< numbers that were not converted in lanes

  static constexpr std::size_t min_room = 4096;
};

/// Conversion of many rows of numbers to text, compiled for one instruction set. Units for wide sets convert
/// several numbers at once, one in each lane. All give the same bytes.
struct TextLanes {
  /// Writes rows of one or more columns as write_row() does. Number i of row k is numbers[k * columns + i].
  /// Returns the place after the text. `out` must have room for rows * row_room(columns) characters; all of
  /// them may change. Adds to `single` the numbers that were not converted in lanes.
  char* (*write_rows)(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                      std::size_t& single);
  /// Reads rows as read_plain_row() does, until one is refused or the text or the room ends. `rows` must have
  /// no rows before. Returns the place after the last row. Nothing outside [at, end) is read.
  const char* (*read_rows)(const char* at, const char* end, std::size_t columns, Separator separator,
                           PlainRows& rows);
};

// One function for each unit of this folder.
char* plain_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                       std::size_t& single);
char* avx2_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                      std::size_t& single);
char* avx512ifma_write_rows(char* out, const double* numbers, std::size_t columns, std::size_t rows,
                            std::size_t& single);
const char* plain_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                            PlainRows& rows);
const char* avx2_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                           PlainRows& rows);
const char* avx512ifma_read_rows(const char* at, const char* end, std::size_t columns, Separator separator,
                                 PlainRows& rows);

/// The conversion for `set`, which must be available.
TextLanes text_lanes_for(InstructionSet set);

}  // namespace invdyn
