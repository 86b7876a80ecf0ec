#pragma once

#include <string>

#include "../model/robot.h"

namespace invdyn {

/// The robot as URDF. Reading it gives the same torques to rounding. Warns of properties that URDF cannot
/// express, without the name of a file. Throws Error if a name is not UTF-8 or has characters that XML 1.0
/// does not allow.
std::string urdf_text(const Robot& robot, const Warn& warn);

}  // namespace invdyn
