#pragma once

#include <optional>

#include "../../dynamics/core/trajectory_torques.h"
#include "joint_residuals.h"
#include "row_runs.h"

namespace invdyn {

/// Whether the angles are in degrees: read so, the model explains the measured torques, and as they are it
/// does not at all. How much of the variance of the first joint that shows it is explained.
std::optional<double> explained_in_degrees(const Robot& robot, const JointResiduals& residuals,
                                           const RowRuns& rows, const TrajectoryTorques& dynamics);

}  // namespace invdyn
