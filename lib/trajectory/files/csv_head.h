#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "csv_chunks.h"
#include "csv_columns.h"
#include "joint_sequence.h"
#include "table_columns.h"

namespace invdyn {

/// The part of a text file before the rows, and its information about them.
struct CsvHead {
  CsvColumns columns;
  Separator separator;
  bool has_header;
  std::optional<std::size_t> declared_rows;      ///< the number of rows according to OpenSim's header
  std::optional<bool> in_degrees = {};           ///< according to the same
  std::shared_ptr<JointSequence> sequence = {};  ///< the filter of the rows of a .seq file
  std::string title = {};                        ///< of OpenSim's header
  bool decimal_comma = false;                    ///< of a table: by the settings or the first rows
};

/// What the columns of these names hold.
using ColumnsOf = std::function<CsvColumns(const std::vector<std::string>& names, const CsvSettings& settings,
                                           const std::string& place)>;

/// Of an MCAP file, the names of joints in its messages.
CsvHead read_joint_states(CsvChunks& chunks, CsvSettings settings, const ColumnsOf& columns_of, bool is_table,
                          const Warn& note);

/// Reads all lines before the rows. They are one of these:
/// - a header row; before it may be Excel's line `sep=;`;
/// - nothing, in an MCAP file: its messages have the names of joints (joint_state_text.h);
/// - OpenSim's header (ground/csv/storage_header.h) and a row of names. Its mark is in the first line, or in
/// the second
///   line if the first is no header row for this robot;
/// - nothing, by the settings or the format that the file's name tells: a joint position sequence of OpenHRP,
///   hrpsys or Choreonoid (`.pos`) has blanks between the numbers; each line has t in s and the position of
///   each joint, rad or m.
/// - Choreonoid's body motion up to the frames (joint_sequence.h), by the ending `.seq`.
///
/// Reports to `note` if it finds no header row. Throws Error with file and line, and UsageError for settings
/// that do not fit the file.
CsvHead read_csv_head(CsvChunks& chunks, const Robot& robot, CsvSettings settings, const Warn& note);

/// The same for a table. In an MCAP file it is of the kind of messages with the most wanted columns; in files
/// of positions the joints have numbers if no robot names them.
CsvHead read_table_head(CsvChunks& chunks, const TableSettings& table, CsvSettings settings,
                        const Warn& note);

}  // namespace invdyn
