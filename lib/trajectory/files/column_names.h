#pragma once

#include <string>
#include <vector>

#include "../../robot/model/robot.h"

namespace invdyn {

/// Many logs number the joints: `q0,...,dq0,...,tau1,...` or `actual_q_0`. The mapping of these columns to
/// the joints in the robot's order, as for `map`: `q0=shoulder,q1=elbow,tau1=tau_shoulder,...`. Empty if the
/// positions of all joints are not numbered from 0 or 1. Nothing says that the order is right, so this is
/// advice for the user and no default. `names`: of the columns. `with_torques`: those of torques too.
std::string mapping_of_numbered(const std::vector<std::string>& names, const Robot& robot, bool with_torques);

}  // namespace invdyn
