#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "row_runs.h"

namespace invdyn {

/// The zero of a joint's position that explains residuals best.
struct ZeroError {
  std::size_t joint;
  double offset;     ///< rad or m, to add to the log's position
  double t_ratio;    ///< offset over its standard error
  std::size_t most;  ///< the joint whose residual it explains best
  double part;       ///< of the variance of that joint's residual that it explains
};

/// Fits the residuals of all joints by the gradients dtau/dq of one joint after the other. Of residual and
/// gradients, only what the computed torque of the row's joint, its velocity, its sign and its acceleration
/// cannot explain counts: so scale, friction and rotors do not look like zeros. `used`: the joints whose
/// residuals count.
std::optional<ZeroError> zero_error(const RowRuns& rows, const TrajectoryTorques& dynamics,
                                    const std::vector<bool>& used);

}  // namespace invdyn
