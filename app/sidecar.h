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

/// The file of --sidecar. It records how the results of a run were made, so that the run can be repeated:
/// JSON with the version, the command, every setting under its key of --config, robot and gravity as they
/// were used, the number of rows, all notes and warnings, also with --quiet, and the file of rows that it
/// describes.
class Sidecar {
 public:
  /// Nothing is written if the path is empty. Throws Error if the file cannot be written, UsageError if it
  /// would replace an input or the output of the run.
  Sidecar(const std::string& path, const BatchFile& run, bool resume, ProtectedFiles kept);
  /// The file to commit with the rows; null: none. `shard`: the part that "slurm" chose. Refers to its
  /// arguments until then.
  DescriptionFile* description(const CLI::App& command, const Robot& robot, const Eigen::Vector3d& gravity,
                               const std::optional<Shard>& shard, const std::size_t& rows,
                               const Terminal& terminal);

 private:
  std::optional<DescriptionFile> file_;
};

}  // namespace invdyn
