#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "../../ground/base/error.h"
#include "csv_columns.h"
#include "source.h"

namespace invdyn {

/// A format of trajectories. The name of a file tells it.
struct TrajectoryFormat {
  std::string_view ending;
  std::unique_ptr<TrajectorySource> (*open)(const std::string& path, const Robot& robot,
                                            const CsvSettings& settings, const Warn& note);
  bool may_be_compressed = true;  ///< then `.gz` or `.zst` may come after the ending
  bool has_names = true;          ///< false: only t and the position of each joint, in the robot's order
  bool is_written = false;        ///< false: results of such a file are CSV
};

/// All formats, CSV first.
std::span<const TrajectoryFormat> trajectory_formats();
/// The format that the name tells; null: none, and the file is read as CSV.
const TrajectoryFormat* trajectory_format_of(std::string_view path);

/// Opens a file of any format, or standard input for `-`. Throws Error, and UsageError for settings that do
/// not go with the format.
std::unique_ptr<TrajectorySource> open_trajectory(const std::string& path, const Robot& robot,
                                                  const CsvSettings& settings, const Warn& note);

/// The name, without folders, of results of a trajectory: that of its file, with another ending if its format
/// is never written, and compressed as it is.
std::string name_of_results(const std::string& path);

}  // namespace invdyn
