#pragma once

#include <string>

#include "robot.h"

namespace invdyn {

/// The robot in our own JSON (convention tree, angles in radians), so that reading it gives the same torques;
/// numbers are the shortest text that reads back as the same double.
std::string json_text(const Robot& robot);

}  // namespace invdyn
