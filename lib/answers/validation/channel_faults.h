#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "row_runs.h"

namespace invdyn {

/// The part of the rows in which a joint moves and its measured torque is 0; 1: it never changes. 0: the
/// joint does not move, or the zeros may be coarse steps.
double dead_part(const RowRuns& rows, std::size_t joint);

/// Torque of gravity in the measured torque of a joint.
struct GravityShare {
  double size;          ///< standard deviation of the computed torque of gravity, N m or N
  double share, error;  ///< measured over computed torque of gravity
  double of_motion;     ///< the same of the other torques of links; 0: not known
  double explained;     ///< what gravity, friction and the other computed torques explain of the measured one
};
/// For each joint; none: gravity is no considerable part of its torque. `weightless`: the model without
/// gravity.
std::vector<std::optional<GravityShare>> gravity_shares(const RowRuns& rows,
                                                        const TrajectoryTorques& weightless);

/// The clock's step, s, to which even times were rounded, and the mean step of the rows.
struct CoarseClock {
  double step, mean;
};
/// None: the rows are even, uneven otherwise, or the clock is fine.
std::optional<CoarseClock> coarse_clock(const RowRuns& rows);

}  // namespace invdyn
