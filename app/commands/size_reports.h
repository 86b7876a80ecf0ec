#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "answers/paths/path_fit.h"
#include "answers/sizing/fit.h"
#include "answers/sizing/verdict.h"
#include "ground/output_files/output_file.h"
#include "ground/output_files/table.h"
#include "sidecar.h"
#include "terminal.h"

namespace invdyn {

/// Data that is the same for all motions.
struct SizeWork {
  const Robot& robot;
  const Ratings& ratings;
  const TrajectoryTorques& dynamics;
  TableFormat format;
  bool details;    ///< all tables for people
  bool on_screen;  ///< the report goes to a terminal
  OutputFile& report;
  Sidecar& sidecar;
  Terminal& terminal;
  std::string unchecked = {};  ///< before a verdict that all fits; empty: nothing is left out
};

/// The loads of motions that follow each other, and their limits.
struct SizeResult {
  const std::vector<std::string>& names;
  const std::vector<MotionLoads>& loads;
  std::vector<LimitCheck> checks;
  Verdict verdict;
  const Catalogue* catalogue = nullptr;               ///< null: without
  const std::vector<DriveChoice>* choices = nullptr;  ///< the same
};
MotionLoads all_loads(const std::vector<MotionLoads>& motions);

/// Each function writes the report of a run and returns its exit code.
int report_result(const SizeWork& work, const SizeResult& result);
/// The limits at each point of --sweep.
int report_sweep(const SizeWork& work, const std::vector<SweepPoint>& points,
                 const std::vector<std::string>& names);
/// A motion to fit, and what is made of it besides the report.
struct FitWork {
  const RecordedMotion& motion;
  const std::string& name;
  const std::string& fitted_motion;  ///< file; empty: none
  const std::string& page;           ///< folder; empty: none
  const CLI::App& command;
};
/// The loads of the shortest motion by time scaling.
int report_fit(const SizeWork& work, const FitWork& fitted);
/// The limits that bind the fastest motion along the path.
int report_path_fit(const SizeWork& work, const FitWork& fitted, const PathFitRequest& request);

}  // namespace invdyn
