#pragma once

#include <vector>

#include "joint_faults.h"

namespace invdyn {

/// Joints whose measured torque the model leaves considerably unexplained, friction and rotors apart, where
/// other masses and centres of mass of links explain rows that they were not fitted to; and joints that the
/// model does not explain at all. `is_open`: joints in which nothing else was found. Empty: there is none, or
/// no regressor can have the robot.
std::vector<Fault> link_faults(const ValidatedLogs& logs, const std::vector<bool>& is_open);

}  // namespace invdyn
