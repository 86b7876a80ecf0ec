#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csv/csv_rows.h"
#include "csv/csv_time.h"
#include "robot/robot.h"
#include "trajectory/block.h"
#include "trajectory_files/csv_columns.h"

namespace invdyn::test {

/// A trajectory in a CSV file, read in the plainest way: line by line, on the reader of small tables. What
/// CsvSource makes of the same file is held against this.
class CsvReader {
 public:
  /// Opens the file, or standard input for `-`, and reads its header. Extra columns are named to `note`.
  CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note);

  const std::string& name() const { return rows_.name(); }  ///< of the file, for messages
  Known known() const { return columns_.known(); }          ///< which quantities of the file are used

  /// Appends rows until the block is full or the file ends; sets block.last when it has ended.
  void fill(Block& block);

 private:
  bool read_row(Block& block);

  CsvRows rows_;
  std::size_t count_ = 0;  // of the rows read
  std::vector<std::string_view> fields_;
  CsvColumns columns_;
  std::optional<TimeGrid> grid_;
  CsvTime time_;
};

}  // namespace invdyn::test
