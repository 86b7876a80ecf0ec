#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "job/job_files.h"

namespace invdyn {

/// Trajectories, one or many, and where the results go: TRAJECTORY..., -o, --output-dir, --files-from,
/// --resume, --in-place.
struct BatchArguments {
  std::vector<std::string> paths;
  std::string output, folder, list;
  bool resume = false, in_place = false;

  void add_to(CLI::App& command);
  /// Whether the options ask for a batch. Throws UsageError for those that do not go together.
  bool is_batch() const;
  /// The files of a batch: those named, then those in the list, which is kept too. Throws Error.
  std::vector<BatchFile> files(ProtectedFiles kept) const;
  /// The one file that is no batch.
  BatchFile file() const;
  /// Of that: throws UsageError where the output would replace a file to keep or, without --in-place, the
  /// trajectory.
  void expect_kept(ProtectedFiles kept) const;
};

}  // namespace invdyn
