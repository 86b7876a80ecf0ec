#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../base/row_place.h"
#include "../document/input_file.h"
#include "../trajectory/chunk.h"
#include "../trajectory/differentiate.h"
#include "shard.h"

namespace invdyn {

/// How a file is cut. The rows are the same however it is done.
struct ChunkSizes {
  std::size_t text = 0;  ///< bytes of new lines in a chunk; 0: by the length of the rows, about 64 KiB
  std::size_t read = std::numeric_limits<std::size_t>::max();  ///< the most bytes that one read asks for
};

/// The text of a CSV file cut into chunks of whole lines. This is what must be done in the order of the file,
/// so it looks at no more of the text than it must: it counts lines, and finds the rows at the end of a chunk
/// that are held over for the next one. A chunk goes out when it is full, or when lines are there and nothing
/// more is: rows that come slowly are answered as they come.
class CsvChunks {
 public:
  CsvChunks(const std::string& path, const ChunkSizes& sizes);

  InputFile& file() { return file_; }
  const InputFile& file() const { return file_; }

  struct Line {
    std::string text;  ///< without its end
    std::size_t number;
  };
  /// In front of the rows: the next line that is neither blank nor a comment; none: the file ends. Throws
  /// Error.
  std::optional<Line> read_line();
  /// The same, which then is still to be read.
  std::optional<Line> peek_line();
  /// What is still to be read are rows.
  void begin_rows();
  /// `lift.csv:1`
  std::string place_of(const Line& line) const { return place_in(file_.name(), line.number); }

  /// Behind the header of a regular file: cuts the rows of this shard alone into chunks, with those in front
  /// of them and behind them that differences as these need, which count as held over and as look-ahead.
  void restrict_to(const Shard& shard, const Differentiation& how);
  /// The bytes of a regular file where the lines lie that are cut into chunks.
  std::size_t begin() const { return rows_begin_; }
  std::size_t end() const { return rows_end_; }
  PlaceBy places() const { return in_shard_ ? PlaceBy::byte : PlaceBy::line; }

  /// As TrajectorySource has it. `count_rows`: the chunk needs the number of its first row.
  bool next(Chunk& chunk, const Differentiation& how, bool count_rows);

 private:
  std::size_t fetch(char* into, std::size_t most);
  void give_back(const char* text, std::size_t size);
  bool read_ahead();
  void begin_text();
  void skip_byte_order_mark();
  void refuse_array();
  bool next_line(std::string& line, std::string& raw);
  std::optional<Line> next_row(std::string& raw);
  std::size_t fill(Chunk& chunk);
  void start_with_held_rows(Chunk& chunk) const;
  void hold_rows(const Chunk& chunk, const Differentiation& how, bool count_rows);
  std::size_t begin_of_line_at(std::size_t offset) const;
  void hold_rows_in_front_of(std::size_t begin, const Differentiation& how);
  void look_ahead(Chunk& chunk, const Differentiation& how) const;
  std::size_t size_of_chunk() const;
  std::string long_line_text(const char* text, std::size_t size) const;

  InputFile file_;
  ChunkSizes sizes_;
  std::vector<char> rest_;  // read, and not yet part of a chunk: from rest_begin_ on
  std::size_t rest_begin_ = 0;
  std::size_t next_line_ = 1, offset_ = 0;  // of what comes next
  std::size_t header_end_ = 0;
  std::size_t rows_begin_ = 0, rows_end_ = 0;  // as begin() and end() have it
  bool in_shard_ = false;
  bool done_ = false;

  // For the next chunk.
  std::vector<char> held_text_;
  std::vector<std::size_t> held_lines_;
  std::size_t history_ = 0, pending_ = 0;  // of the rows held
  std::size_t blank_line_ = 0;
  std::size_t rows_seen_ = 0;   // at least; exact while it is small, or where rows are counted
  bool begun_ = false;          // there are rows enough for the first results
  std::size_t row_length_ = 0;  // of a row seen lately, with its newline; 0: none yet
};

}  // namespace invdyn
