#pragma once

#include <vector>

#include "../../dynamics/core/measured_torques.h"
#include "../../dynamics/core/trajectory_torques.h"
#include "../../ground/base/report.h"
#include "../../trajectory/data/sink.h"
#include "trajectory_settings.h"

namespace invdyn {

/// What a first reading tells of a log that is compared with torques.
struct FirstLook {
  TrajectorySettings settings;      ///< to use
  std::vector<double> sure_speeds;  ///< of rows that are not prepared; see TrajectoryRun. Empty: not known
};

/// Reads a file that is read again later. If nothing else is set, and the file's velocities or accelerations
/// are noisy or come late, its settings take the positions alone and clean them; the report gets a note.
/// Standard input is not read. Errors and warnings are left to the run that follows. `raw` gets the rows as
/// the file has them, with `measured` torques: filters smooth what is wrong with single rows.
FirstLook first_look(const TrajectorySettings& settings, const Robot& robot,
                     const TrajectoryTorques& dynamics, Report& report, Sink* raw = nullptr,
                     const MeasuredTorques* measured = nullptr);

}  // namespace invdyn
