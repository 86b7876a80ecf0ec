#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ground/csv/csv_rows.h"
#include "robot/model/robot.h"
#include "trajectory/data/block.h"
#include "trajectory/files/csv_columns.h"

namespace invdyn::test {

/// Reads a trajectory from a CSV file in the simplest way: line by line, with the reader of small tables.
/// Tests compare CsvSource with this reader.
class CsvReader {
 public:
  /// Opens the file, or standard input for `-`, and reads its header. Reports extra columns to `note`.
  CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note);

  const std::string& name() const { return rows_.name(); }  ///< of the file, for messages
  Known known() const { return columns_.known(); }          ///< which quantities of the file are used

  /// Appends rows until the block is full or the file ends; sets block.last when it has ended.
  void fill(Block& block);

 private:
  bool read_row(Block& block);

  CsvRows rows_;
  std::size_t count_ = 0;  // rows read
  std::vector<std::string_view> fields_;
  CsvColumns columns_;
  std::optional<TimeGrid> grid_;
  std::optional<double> last_t_;
  std::size_t last_line_ = 0;
};

}  // namespace invdyn::test
