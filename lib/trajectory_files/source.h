#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>

#include "../base/row_place.h"
#include "../base/within_memory.h"
#include "../document/input_file.h"
#include "../trajectory/block.h"
#include "../trajectory/chunk.h"
#include "../trajectory/differentiate.h"
#include "shard.h"

namespace invdyn {

/// A file that holds a trajectory, read chunk by chunk: chunks are taken in their order, by one thread at a
/// time, which costs little; blocks are made of them by any number of threads.
class TrajectorySource {
 public:
  virtual ~TrajectorySource() = default;

  virtual const std::string& name() const = 0;  ///< of the file, for messages
  virtual Known known() const = 0;              ///< which quantities of the file are used
  /// How many rows the whole file says that it has; none: it does not say.
  virtual std::optional<std::size_t> declared_rows() const { return std::nullopt; }
  /// Of the file: where the rows lie that are given.
  struct Range {
    std::size_t begin, end;
  };
  virtual std::optional<Range> range() const = 0;  ///< none: not known
  /// By whoever keeps the rows in memory.
  virtual std::size_t max_kept_numbers() const {
    return range() ? invdyn::max_kept_numbers : max_kept_numbers_of_stream;
  }
  virtual PlaceBy places() const { return PlaceBy::line; }  ///< what block.line tells

  /// Before the first chunk: gives the rows of this shard alone. Throws UsageError where that cannot be.
  virtual void restrict_to(const Shard& shard, const Differentiation& how) = 0;
  /// Fills the next chunk, held rows first, for differences as these; false where there is none. Of a whole
  /// file there is always a first one, maybe without rows. Throws StoppedInput after stop().
  virtual bool next(Chunk& chunk, const Differentiation& how) = 0;
  /// What became of the file from its opening until now, or until nothing more of it is read. Rows may be of
  /// two versions of one that changed.
  virtual FileChange change() const { return FileChange::none; }
  /// Ends a next() that waits, and all later ones. For any thread.
  virtual void stop() noexcept = 0;

  /// Fills the known columns of the block with the rows of the chunk: rows, before, first_row, last, line, t
  /// and the quantities that are known; after: rows that belong to another shard. Grows it where it must.
  /// Returns what is wrong with the row behind those in the block (then the file ends there), or null. May
  /// change the chunk's text.
  virtual std::exception_ptr parse(Chunk& chunk, Block& block) const = 0;
};

}  // namespace invdyn
