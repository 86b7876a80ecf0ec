#pragma once

#include <string>

#include "robot.h"

namespace invdyn {

/// The robot as URDF, so that reading it gives the same torques to rounding. Warns of what URDF cannot say.
/// Throws Error where a name has control characters.
std::string urdf_text(const Robot& robot, const Warn& warn);

}  // namespace invdyn
