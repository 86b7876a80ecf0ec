#pragma once

#include <string>

#include "../model/robot.h"

namespace invdyn {

/// The robot as MJCF, for MuJoCo 2.2.2 and later: the same torques, to rounding. Warns of what MJCF cannot
/// state, and of changes, without the name of a file. Throws Error for names that XML cannot hold,
/// NotRepresentable for a torque offset.
std::string mjcf_text(const Robot& robot, const Warn& warn);

}  // namespace invdyn
