#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "job/job_files.h"
#include "output/row_file.h"
#include "robot/robot.h"
#include "terminal.h"
#include "trajectory_files/shard.h"

namespace invdyn {

/// What --sidecar writes beside the results of a run, so that it can be told later how they came about, and
/// repeated: JSON with the version, the command, every setting under its key of --config, robot and gravity
/// as they were taken, the number of rows, all notes and warnings, --quiet or not, and which file of rows it
/// describes.
class Sidecar {
 public:
  /// Nothing is written where the path is empty. Throws Error where the file cannot be written, UsageError
  /// where it would replace what the run reads or its output.
  Sidecar(const std::string& path, const BatchFile& run, bool resume, ProtectedFiles kept);
  /// What is committed with the rows; null: nothing. `shard`: the one that "slurm" stood for. All is referred
  /// to until then.
  DescriptionFile* description(const CLI::App& command, const Robot& robot, const Eigen::Vector3d& gravity,
                               const std::optional<Shard>& shard, const std::size_t& rows,
                               const Terminal& terminal);

 private:
  std::optional<DescriptionFile> file_;
};

}  // namespace invdyn
