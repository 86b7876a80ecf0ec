#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "csv_chunks.h"
#include "csv_columns.h"

namespace invdyn {

/// Whether this is the name of a sequence of joint positions as OpenHRP, hrpsys and Choreonoid have it,
/// ending in
/// `.pos`: no header, blanks between the numbers, on each line t in s and the position of each joint, rad or
/// m.
bool is_pos_name(std::string_view path);

/// What stands in front of the rows of a text, and what it says of them.
struct CsvHead {
  CsvColumns columns;
  Separator separator;
  bool has_header;
  std::optional<std::size_t> declared_rows;  ///< the number of rows by OpenSim's header
};

/// Reads up to the rows: a header row; or OpenSim's header (storage_header.h) and a row of names, where the
/// first line is a mark of that, or is no header row for this robot and the second line is a mark; or, by the
/// settings or for the name of the file, nothing. Says to `note` what it takes the file for, where that is
/// not a header row. Throws Error with file and line, and UsageError where the settings do not go with the
/// file.
CsvHead read_csv_head(CsvChunks& chunks, const Robot& robot, const CsvSettings& settings, const Warn& note);

}  // namespace invdyn
