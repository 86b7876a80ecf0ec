#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "ground/job/job_files.h"

namespace invdyn {

/// One or many trajectories, and the places of the results: TRAJECTORY..., -o, --output-dir, --files-from,
/// --resume, --in-place.
struct BatchArguments {
  std::vector<std::string> paths;
  std::string output, folder, list;
  bool resume = false, in_place = false;

  void add_to(CLI::App& command);
  /// Throws UsageError for options that exclude each other.
  void expect_sensible() const;
  bool is_batch() const { return !folder.empty(); }
  /// The files of a batch: first the named files, then the files in the list. The list is protected too.
  /// Throws Error.
  std::vector<BatchFile> files(ProtectedFiles kept) const;
  /// The one file that is no batch.
  BatchFile file() const;
  /// For one file: throws UsageError if the output would replace a protected file or, without --in-place, the
  /// trajectory.
  void expect_kept(ProtectedFiles kept) const;
};

}  // namespace invdyn
