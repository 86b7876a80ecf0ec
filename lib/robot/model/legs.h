#pragma once

#include <string>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The links at which legs end, by their names (foot, ankle, calf, toe and the like), one for each branch;
/// none if fewer than two branches end so, or if slides carry them, as in planar models of walking. Such a
/// robot hardly stands on a fixed base.
std::vector<std::string> feet(const Robot& robot);

}  // namespace invdyn
