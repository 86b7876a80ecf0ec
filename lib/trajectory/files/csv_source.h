#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../../lanes/kernel/instruction_set.h"
#include "../../lanes/text_lanes/text_lanes.h"
#include "../names/base_rows.h"
#include "csv_chunks.h"
#include "csv_head.h"
#include "row_filter.h"
#include "source.h"

namespace invdyn {

/// A trajectory in a text file, or the joint states of an MCAP file as text: rows after the head that
/// csv_head.h reads; app/manual/trajectory-format.md states the rules. Throws Error with file, line, column
/// and text for each fault.
class CsvSource : public TrajectorySource {
 public:
  /// Opens the file, or standard input for `-`, and reads up to its rows. Reports extra columns to `note`.
  CsvSource(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note,
            const ChunkSizes& sizes = {});

  /// A table, whose columns are the block's derived columns.
  CsvSource(const std::string& path, const TableSettings& table, const CsvSettings& settings,
            const Warn& note);

  /// Of a table: what is read.
  const CsvHead& head() const { return head_; }

  const std::string& name() const override { return chunks_.file().name(); }
  bool has_time() const override { return columns().has_time() || has_grid_ || head_.sequence; }
  Known known() const override { return columns().known(); }
  std::optional<BaseReading> base() const override { return columns().base(); }
  bool has_measured() const override { return columns().has_measured(); }
  bool states_time_unit() const override { return columns().states_time_unit(); }
  bool states_angle_unit() const override { return columns().states_angle_unit(); }
  std::vector<std::string> unused() const override { return columns().unused(); }
  std::optional<std::size_t> declared_rows() const override { return head_.declared_rows; }
  std::optional<Range> range() const override;
  PlaceBy places() const override { return chunks_.places(); }
  void restrict_to(const Shard& shard, const Differentiation& how) override;
  bool next(Chunk& chunk, const Differentiation& how) override;
  FileChange change() const override { return chunks_.file().change(); }
  void stop() noexcept override { chunks_.file().stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override;
  std::vector<std::string> warnings() const override;
  std::vector<std::string> last_notes() const override;

 private:
  class RowReader;
  using ReadHead = std::function<CsvHead(CsvChunks& chunks)>;
  CsvSource(const std::string& path, const ReadHead& read, const CsvSettings& settings, const Warn& note,
            const ChunkSizes& sizes);
  const CsvColumns& columns() const { return head_.columns; }
  std::size_t max_rows(const Chunk& chunk, const Block& block) const;
  void note_time(const Warn& note) const;
  static CsvHead read_head(CsvChunks& chunks, const ReadHead& read);

  CsvChunks chunks_;
  CsvHead head_;
  std::optional<RowFilter> filter_;  // none: the rows need none
  bool is_filtering_ = false;
  bool has_grid_;
  TimeGrid grid_;  // the times if the file has none
  bool keeps_stamps_, leaves_gaps_, keeps_missing_;
  std::unique_ptr<BaseRows> base_;  // null: the base is fixed
  Kernel kernel_ = kernel_for(chosen_instruction_set());
  TextLanes text_ = text_lanes_for(chosen_instruction_set());
};

}  // namespace invdyn
