#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "../../dynamics/core/regressor.h"
#include "joint_faults.h"

namespace invdyn {

/// A body on the last link that explains most of what the model leaves, for each joint that carries it: a
/// payload or tool that the model lacks. A link that is heavier than in the file looks alike. Empty: there is
/// none, or no regressor can have the robot.
std::vector<Fault> payload_faults(const ValidatedLogs& logs);

/// Null: no regressor can have the robot.
std::unique_ptr<Regressor> regressor_of(const ValidatedLogs& logs);
/// Columns of a joint's coefficients, and the parameters of the last link of which they are.
std::vector<std::pair<Eigen::Index, Eigen::Index>> columns_of_payload(const Regressor& regressor,
                                                                      std::size_t joint);

}  // namespace invdyn
