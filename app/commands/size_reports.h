#pragma once

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
/// The loads of the shortest motion, which also goes to `fitted_motion`.
int report_fit(const SizeWork& work, const RecordedMotion& motion, const std::string& name,
               const std::string& fitted_motion);
/// The limits that bind the fastest motion along the path, which also goes to `fitted_motion`.
int report_path_fit(const SizeWork& work, const RecordedMotion& motion, const std::string& name,
                    const PathFitRequest& request, const std::string& fitted_motion);

}  // namespace invdyn
