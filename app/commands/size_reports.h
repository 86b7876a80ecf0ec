#pragma once

#include <string>
#include <vector>

#include "answers/sizing/drive_choice.h"
#include "answers/sizing/fit.h"
#include "answers/sizing/sweep.h"
#include "dynamics/core/trajectory_torques.h"
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
  OutputFile& report;
  Sidecar& sidecar;
  Terminal& terminal;
};

/// Each function writes the report of a run and returns its exit code. This one: each motion, all of them one
/// after the other, and their limits.
int report_loads(const SizeWork& work, const std::vector<MotionLoads>& motions,
                 const std::vector<std::string>& names);
/// The limits at each point of --sweep.
int report_sweep(const SizeWork& work, const std::vector<SweepPoint>& points,
                 const std::vector<std::string>& names);
/// The loads of the shortest motion, which also goes to `fitted_motion`.
int report_fit(const SizeWork& work, const RecordedMotion& motion, const std::string& name,
               const std::string& fitted_motion);
/// The choice, and the loads and limits with the chosen drives.
int report_choice(const SizeWork& work, const Catalogue& catalogue, const std::vector<DriveChoice>& choices,
                  const std::vector<RecordedMotion>& motions, const std::vector<std::string>& names);

/// Names the joints for which no drive of the catalogue passes; empty: each has one.
std::string missing_text(const Ratings& ratings, const Catalogue& catalogue,
                         const std::vector<DriveChoice>& choices);

}  // namespace invdyn
