#pragma once

#include <functional>
#include <memory>
#include <string>

#include "../../ground/document/input_file.h"
#include "../../ground/npy/npy_header.h"
#include "../../lanes/kernel/instruction_set.h"
#include "../names/base_rows.h"
#include "csv_columns.h"
#include "row_chunks.h"
#include "source.h"
#include "table_columns.h"

namespace invdyn {

/// A trajectory in a `.npy` file. A second file has the names of its columns (npy_columns.h); they mean the
/// same as in a CSV file. Places are rows, from 0. Chunks are ranges of rows. Their bytes are read when they
/// are parsed, so each thread reads its own. Throws Error with file, row, column and value for each fault. A
/// file without all its rows fails before the first row is read.
class NpySource : public TrajectorySource {
 public:
  /// Opens the file and reads its header and names. Reports extra columns to `note`. `rows`: new rows in a
  /// chunk; 0: chosen by their length. It does not affect the rows.
  NpySource(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note,
            std::size_t rows = 0);
  /// A table, whose columns are the block's derived columns.
  NpySource(const std::string& path, const TableSettings& table, const CsvSettings& settings,
            const Warn& note);

  const CsvColumns& columns() const { return columns_; }
  const std::string& name() const override { return file_.name(); }
  bool has_time() const override { return columns_.has_time() || has_grid_; }
  Known known() const override { return columns_.known(); }
  std::optional<BaseReading> base() const override { return columns_.base(); }
  std::vector<std::string> warnings() const override {
    return base_ ? base_->warnings(places()) : std::vector<std::string>();
  }
  bool has_measured() const override { return columns_.has_measured(); }
  bool states_time_unit() const override { return columns_.states_time_unit(); }
  bool states_angle_unit() const override { return columns_.states_angle_unit(); }
  std::vector<std::string> unused() const override { return columns_.unused(); }
  std::optional<Range> range() const override {
    return Range{array_.data_offset + chunks_.begin() * row_size(),
                 array_.data_offset + chunks_.end() * row_size()};
  }
  PlaceBy places() const override { return PlaceBy::row; }
  /// The shard is a range of rows of equal length, so it needs no time column.
  void restrict_to(const Shard& shard, const Differentiation& how) override;
  bool next(Chunk& chunk, const Differentiation& how) override;
  FileChange change() const override { return file_.change(); }
  void stop() noexcept override { file_.stop(); }
  std::exception_ptr parse(Chunk& chunk, Block& block) const override;

 private:
  class Target;
  using MakeColumns =
      std::function<CsvColumns(const std::vector<std::string_view>& names, const std::string& place)>;
  NpySource(const std::string& path, const MakeColumns& make, const CsvSettings& settings, const Warn& note,
            std::size_t rows);

  std::size_t row_size() const { return array_.columns * sizeof(double); }
  std::vector<Target> targets(Block& block) const;
  [[noreturn]] void fail_at_first_fault(const std::vector<Target>& targets, Block& block) const;

  InputFile file_;
  NpyArray array_;
  CsvColumns columns_;
  // Times may repeat if they are only drawn, or replaced by the grid.
  bool may_repeat() const { return keeps_missing_ || has_grid_; }

  bool has_grid_, keeps_missing_;
  std::unique_ptr<BaseRows> base_;  // null: the base is fixed
  TimeGrid grid_;                   // the times if the file has none
  RowChunks chunks_;
  std::vector<double> scale_;  // of each column of the file
  Kernel kernel_ = kernel_for(chosen_instruction_set());
};

}  // namespace invdyn
