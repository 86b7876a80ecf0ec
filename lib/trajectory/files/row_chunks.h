#pragma once

#include <algorithm>
#include <cstddef>

#include "../data/chunk.h"
#include "shard.h"

namespace invdyn {

/// Cuts a number of rows into chunks. The rows can be read in any order. All sizes and offsets are in rows.
class RowChunks {
 public:
  RowChunks(std::size_t rows, std::size_t in_chunk) : rows_(rows), in_chunk_(in_chunk), end_(rows) {}

  /// Restricts the chunks to the rows of this shard.
  void restrict_to(const Shard& shard) {
    first_ = next_ = shard.begin(rows_);
    end_ = shard.end(rows_);
  }
  std::size_t begin() const { return first_; }
  std::size_t end() const { return end_; }

  /// The next chunk without its text; false if there is none.
  bool next(Chunk& chunk, const Differentiation& how) {
    if (next_ == end_) return false;
    const bool is_first = next_ == first_;
    const std::size_t begin = next_;
    // The first chunk has all rows for the first results, if the file has them.
    next_ = std::min(begin + std::max(in_chunk_, is_first ? how.rows_needed() : 1), end_);
    const std::size_t pending = std::min(begin - first_, how.rows_after());  // without results until now
    // At least one row is held, because each time is compared with the previous row's time.
    const std::size_t held = std::min(begin, std::max<std::size_t>(how.rows_before() + pending, 1));
    std::size_t look_ahead = 0;  // rows of another shard
    if (next_ == end_) look_ahead = how.rows_after();
    if (next_ == end_ && begin == held) look_ahead = std::max(look_ahead + end_, how.rows_needed()) - end_;
    look_ahead = std::min(look_ahead, rows_ - next_);

    chunk.held = chunk.held_size = held;
    chunk.history = held - pending;
    chunk.first_row = begin - held;
    chunk.max_rows = chunk.size = next_ + look_ahead - chunk.first_row;
    chunk.own_size = chunk.size - look_ahead;
    chunk.offset = begin;
    chunk.blank_line = 0;
    chunk.last = next_ + look_ahead == rows_;
    chunk.fault = nullptr;
    return true;
  }

 private:
  std::size_t rows_, in_chunk_;
  std::size_t first_ = 0, next_ = 0, end_;  // of the rows whose results are wanted
};

}  // namespace invdyn
