#pragma once

#include <string>

#include "../robot/robot.h"

namespace invdyn {

/// The robot as URDF, so that reading it gives the same torques to rounding. Warns of what URDF cannot say.
/// Throws Error where a name is not UTF-8 or has characters that XML 1.0 cannot hold.
std::string urdf_text(const Robot& robot, const Warn& warn);

}  // namespace invdyn
