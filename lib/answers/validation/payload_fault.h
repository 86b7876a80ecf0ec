#pragma once

#include <vector>

#include "joint_faults.h"

namespace invdyn {

/// A body on the last link that explains most of what the model leaves, for each joint that carries it: a
/// payload or tool that the model lacks. A link that is heavier than in the file looks alike. Empty: there is
/// none, or no regressor can have the robot.
std::vector<Fault> payload_faults(const ValidatedLogs& logs);

}  // namespace invdyn
