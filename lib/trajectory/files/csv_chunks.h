#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../data/chunk.h"
#include "../data/differentiate.h"
#include "shard.h"
#include "text_feed.h"

namespace invdyn {

/// Sizes for cutting a file into chunks. They do not affect the rows.
struct ChunkSizes {
  std::size_t text = 0;  ///< bytes of new lines in a chunk; 0: about 64 KiB, depending on the length of the
                         ///< rows
  std::size_t read = std::numeric_limits<std::size_t>::max();  ///< maximum bytes of one read
};

/// Cuts the text of a CSV file into chunks of whole lines. This work must follow the order of the file, so it
/// examines as little text as possible: it counts lines, and finds the rows at the end of a chunk to hold
/// over for the next one. A chunk is complete when it is full, or when it has lines and no more input is
/// waiting: slow rows are processed as they come.
class CsvChunks {
 public:
  CsvChunks(const std::string& path, const ChunkSizes& sizes);

  InputFile& file() { return feed_.file(); }
  const InputFile& file() const { return feed_.file(); }

  struct Line {
    std::string text;  ///< without the line end
    std::size_t number;
  };
  /// Before the rows: the next line that is neither blank nor a comment; none: the file ends. Throws Error.
  std::optional<Line> read_line();
  /// The same, but the next read_line() returns the line again.
  std::optional<Line> peek_line();
  /// Before the rows: whether the file begins with these bytes.
  bool begins_with(std::string_view bytes);
  /// The file is MCAP, and the lines are its joint states: call begin_rows() when their first is known.
  JointStateText& read_joint_states(const std::string& topic) { return feed_.read_joint_states(topic); }
  /// None: the file is text.
  const JointStateText* joint_states() const { return feed_.joint_states(); }
  /// The next lines, as many as wanted if the file has them. The next read_line() returns the first again.
  std::vector<Line> peek_lines(std::size_t count);
  /// The comment that was read last before the rows; none: there was none.
  const std::optional<Line>& comment() const { return comment_; }
  /// The line of the names. Some programs write it twice: it is not the first row.
  void keep_header(const std::string& line) { header_ = line; }
  const std::string& header() const { return header_; }
  /// Call this after the header: the rest of the file is rows.
  void begin_rows();
  /// Before the first chunk: passes over the header where it is repeated. Waits for a row.
  void skip_repeated_header();
  /// After begin_rows(): passes the rows through this filter.
  void filter_by(LineFilter& filter) { feed_.filter_by(filter); }
  std::size_t next_line() const { return next_line_; }  ///< the number of the next line
  /// `lift.csv:1`
  std::string place_of(const Line& line) const { return place_in(file().name(), line.number); }

  /// After the header of a regular file: cuts only the rows of this shard into chunks. The rows before and
  /// after them that the differences need count as held over and as look-ahead.
  void restrict_to(const Shard& shard, const Differentiation& how);
  /// The range of bytes in a regular file with the lines for the chunks.
  std::size_t begin() const { return rows_begin_; }
  std::size_t end() const { return rows_end_; }
  PlaceBy places() const {
    return joint_states() ? PlaceBy::message : in_shard_ ? PlaceBy::byte : PlaceBy::line;
  }

  /// As in TrajectorySource. `count_rows`: the chunk needs the number of its first row.
  bool next(Chunk& chunk, const Differentiation& how, bool count_rows);

 private:
  struct Row {
    const char *begin, *end;
    std::size_t place;
  };
  struct LastRows {
    std::vector<Row> rows;
    std::size_t blank_line = 0;  // its place; 0: none
  };
  bool read_ahead();
  void begin_text();
  void skip_byte_order_mark();
  void refuse_array();
  [[noreturn]] void refuse_utf16(const std::string& encoding) const;
  bool next_line(std::string& line, std::string& raw);
  std::optional<Line> next_row(std::string& raw, bool keeps_all);
  std::size_t fill(Chunk& chunk);
  std::size_t room_for_more(const Chunk& chunk, std::size_t begin, std::size_t end, std::size_t wanted) const;
  std::size_t end_file(Chunk& chunk, std::size_t& end_of_lines, std::size_t& end) const;
  LastRows last_rows(const Chunk& chunk, std::size_t max_rows) const;
  void start_with_held_rows(Chunk& chunk) const;
  void hold_rows(const Chunk& chunk, const Differentiation& how, bool count_rows);
  void hold_rows_before(std::size_t begin, const Differentiation& how);
  void look_ahead(Chunk& chunk, const Differentiation& how) const;
  std::size_t size_of_chunk() const;

  TextFeed feed_;
  std::size_t chunk_size_;  // bytes of new lines in a chunk; 0: by the length of the rows
  std::size_t next_line_ = 1;
  std::optional<Line> comment_;
  std::string header_;      // empty: it is not repeated
  std::size_t offset_ = 0;  // of the next line; in a compressed file about its place, for progress
  std::size_t header_end_ = 0;
  std::size_t rows_begin_ = 0, rows_end_ = 0;  // see begin() and end()
  bool in_shard_ = false;
  bool done_ = false;

  // For the next chunk.
  std::vector<char> held_text_;
  std::vector<std::size_t> held_lines_;
  std::size_t history_ = 0, pending_ = 0;  // of the rows held
  std::size_t blank_line_ = 0;
  std::size_t rows_seen_ = 0;   // a lower bound; exact while it is small, or if rows are counted
  bool begun_ = false;          // there are enough rows for the first results
  std::size_t row_length_ = 0;  // of a recent row, with its newline; 0: none yet
};

}  // namespace invdyn
