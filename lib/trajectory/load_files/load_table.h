#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/csv/csv_table.h"

namespace invdyn {

/// Columns of a file of loads. They keep the numbers of the file, whatever units their names seem to state.
struct LoadTable : CsvTable {
  std::optional<bool> in_degrees = {};  ///< according to OpenSim's header; none: not stated
};

/// Which columns are read of a file of loads, and how many rows.
struct LoadChoice {
  std::function<std::vector<bool>(const std::vector<std::string>& names)> wanted;
  /// Is called with the rows read so far, so that a long file is refused before all of it is in memory.
  std::function<void(const CsvTable& so_far)> expect_few_rows;
};

/// Reads a file of loads in any format of trajectories. Numbers may have decimal commas where no comma
/// separates columns. Reads no rows if the file has no time or no wanted column. Throws Error as the reader
/// of trajectories does. Warns of times that count from the first row, and of rows that are missing.
LoadTable read_load_table(const std::string& path, const LoadChoice& choice, const Warn& warn);

}  // namespace invdyn
