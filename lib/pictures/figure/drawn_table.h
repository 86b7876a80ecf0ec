#pragma once

#include <optional>
#include <string>

#include "../../ground/csv/csv_table.h"
#include "../../trajectory/files/table_columns.h"

namespace invdyn {

/// A table for a figure, as the file has it.
struct DrawnTable {
  CsvTable table = {};
  std::optional<bool> in_degrees = {};  ///< its angles, by its header
};

/// Reads a table of text or an MCAP file as a trajectory is read (csv_head.h), or an array, or standard input
/// for `-`. A grid
/// replaces the steps of its times. Of many rows it keeps those that a figure shows. A value that the file
/// lacks is NaN, unless the settings say otherwise. Throws Error with file and line.
DrawnTable read_drawn_table(const std::string& path, const TableSettings& columns, CsvSettings settings,
                            const Warn& note);

}  // namespace invdyn
