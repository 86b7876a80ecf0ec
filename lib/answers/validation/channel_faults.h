#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "../../trajectory/data/noise_level.h"
#include "row_runs.h"

namespace invdyn {

/// Parts of the rows in which a joint moves, and the computed torque changes as it does in the whole log.
struct Standstill {
  double at_zero = 0;  ///< the measured torque is 0
  double frozen = 0;   ///< it is the same row after row, and not its largest or smallest
};
/// No parts: the joint does not move, or the measured torque has few steps.
Standstill standstill(const RowRuns& rows, std::size_t joint);

/// The part of the rows in which the position of a joint stays exactly the same, although the joint came or
/// went on at speed there, and its measured torque changes: a joint that stops brakes first. 0: none.
double frozen_position(const RowRuns& rows, std::size_t joint);

/// Rows whose measured torque is far from that of the rows beside them.
struct Spikes {
  double part;  ///< of the rows in which the joint moves
  double size;  ///< the largest distance, N m or N
};
/// None: hardly any row is such.
std::optional<Spikes> spikes(const RowRuns& rows, std::size_t joint);

/// Torque of gravity in the measured torque of a joint.
struct GravityShare {
  double size;          ///< standard deviation of the computed torque of gravity, N m or N
  double share, error;  ///< measured over computed torque of gravity
  double of_motion;     ///< the same of the other torques of links; 0: not known
  double explained;     ///< what gravity, friction and the other computed torques explain of the measured one
};
/// For each joint; none: gravity is no considerable part of its torque. `weightless`: the model without
/// gravity. Rows up to these speeds are left out.
std::vector<std::optional<GravityShare>> gravity_shares(const RowRuns& rows,
                                                        const TrajectoryTorques& weightless,
                                                        const std::vector<double>& slow_speeds);

/// Of all runs, with a mean step that has as many digits as its rate. None: the rows are even, uneven
/// otherwise, or the clock is fine.
std::optional<CoarseClock> coarse_clock(const RowRuns& rows);

}  // namespace invdyn
