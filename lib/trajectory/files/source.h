#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/row_place.h"
#include "../../ground/base/within_memory.h"
#include "../../ground/document/input_file.h"
#include "../data/block.h"
#include "../data/chunk.h"
#include "../data/differentiate.h"
#include "../data/time_grid.h"
#include "../names/base_columns.h"
#include "shard.h"

namespace invdyn {

/// In place of times, if none are needed and there are none.
inline const TimeGrid row_numbers = TimeGrid::with_step(1);

/// A trajectory file, read chunk by chunk. One thread at a time takes the chunks in order, which costs
/// little. Any number of threads turn them into blocks.
class TrajectorySource {
 public:
  virtual ~TrajectorySource() = default;

  virtual const std::string& name() const = 0;  ///< of the file, for messages
  /// Whether t is a time, by a column or by the settings, and not the number of the row.
  virtual bool has_time() const { return true; }
  virtual Known known() const = 0;  ///< the quantities of the file that are used
  /// How the motion of a floating base is read; none: its blocks have none.
  virtual std::optional<BaseReading> base() const { return std::nullopt; }
  /// Whether its blocks hold measured torques.
  virtual bool has_measured() const { return false; }
  /// Whether the unit of the time, or of an angle, is stated: by a column's name, or of the time by the user.
  virtual bool states_time_unit() const { return false; }
  virtual bool states_angle_unit() const { return false; }
  /// The names of the columns that are not used.
  virtual std::vector<std::string> unused() const { return {}; }
  /// The number of rows of the whole file according to its header; none: not stated.
  virtual std::optional<std::size_t> declared_rows() const { return std::nullopt; }
  /// The part of the file that contains the rows of this source.
  struct Range {
    std::size_t begin, end;
  };
  virtual std::optional<Range> range() const = 0;  ///< none: not known
  /// The maximum number of numbers that a caller may keep in memory.
  virtual std::size_t max_kept_numbers() const {
    return range() ? invdyn::max_kept_numbers : max_kept_numbers_of_stream;
  }
  virtual PlaceBy places() const { return PlaceBy::line; }  ///< the meaning of block.line

  /// Call it before the first chunk: restricts the source to this shard. Throws UsageError if that is
  /// impossible.
  virtual void restrict_to(const Shard& shard, const Differentiation& how) = 0;
  /// Fills the next chunk for these differences, held rows first; false if there is none. A whole file always
  /// has a first chunk, maybe without rows. Throws StoppedInput after stop().
  virtual bool next(Chunk& chunk, const Differentiation& how) = 0;
  /// The change of the file since its opening, until now or until it was completely read. If it changed, the
  /// rows may be a mix of two versions.
  virtual FileChange change() const { return FileChange::none; }
  /// After the last chunk: what the reader has changed in the rows.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// After the last chunk: what else a user should know.
  virtual std::vector<std::string> last_notes() const { return {}; }
  /// Ends a waiting next() and all later calls. Any thread may call it.
  virtual void stop() noexcept = 0;

  /// Fills the block with the rows of the chunk: rows, before, first_row, last, line, t and the known
  /// quantities; after: rows of another shard. Enlarges the block if necessary. Returns null, or the error in
  /// the row after the last row of the block (then the file ends there). May change the chunk's text.
  virtual std::exception_ptr parse(Chunk& chunk, Block& block) const = 0;
};

}  // namespace invdyn
