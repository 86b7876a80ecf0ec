#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../robot/robot.h"
#include "block.h"
#include "csv_columns.h"
#include "csv_rows.h"
#include "csv_time.h"

namespace invdyn {

/// A trajectory in a CSV file with a header row; the README states the rules. Throws Error with file, line,
/// column and text for whatever is not as it should be.
class CsvReader {
 public:
  /// Opens the file, or standard input for `-`, and reads its header. Extra columns are named to `note`.
  CsvReader(const std::string& path, const Robot& robot, const CsvSettings& settings, const Warn& note);

  const std::string& name() const { return rows_.name(); }  ///< of the file, for messages
  Known known() const { return columns_.known(); }          ///< which quantities of the file are used

  /// Appends rows until the block is full or the file ends; sets block.last when it has ended.
  void fill(Block& block);

  /// Bytes read so far and in the whole file (none for a pipe), for a progress display.
  std::size_t bytes_read() const { return rows_.bytes_read(); }
  std::optional<std::size_t> bytes_total() const { return rows_.bytes_total(); }

 private:
  bool read_row(Block& block);

  CsvRows rows_;
  std::size_t count_ = 0;  // of the rows read
  std::vector<std::string_view> fields_;
  CsvColumns columns_;
  std::optional<TimeGrid> grid_;
  CsvTime time_;
};

}  // namespace invdyn
