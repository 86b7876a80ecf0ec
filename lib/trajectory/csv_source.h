#pragma once

#include <string>
#include <vector>

#include "csv_chunks.h"
#include "csv_columns.h"
#include "source.h"

namespace invdyn {

/// A trajectory in a CSV file with a header row; the README states the rules. Throws Error with file, line,
/// column and text for whatever is not as it should be.
class CsvSource : public TrajectorySource {
 public:
  /// Opens the file, or standard input for `-`, and reads its header. Extra columns are named to `note`.
  CsvSource(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note,
            const ChunkSizes& sizes = {});

  const std::string& name() const override { return chunks_.file().name(); }
  Known known() const override { return columns_.known(); }
  std::optional<Range> range() const override;
  PlaceBy places() const override { return chunks_.places(); }
  void restrict_to(const Shard& shard, const Differentiation& how) override;
  bool next(Chunk& chunk, const Differentiation& how) override;
  void stop() noexcept override { chunks_.file().stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override;

 private:
  class RowReader;
  std::size_t most_rows(const Chunk& chunk, const Block& block) const;

  CsvChunks chunks_;
  CsvColumns columns_;
  std::optional<TimeGrid> grid_;
};

}  // namespace invdyn
