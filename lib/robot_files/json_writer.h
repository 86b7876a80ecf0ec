#pragma once

#include <string>
#include <vector>

#include "../robot/robot.h"
#include "read.h"

namespace invdyn {

/// The robot in our own JSON (convention tree, angles in radians), so that reading it gives the same torques;
/// numbers are the shortest text that reads back as the same double. The convention has a link's origin on
/// the link's joint: where a turning link of standard Denavit-Hartenberg form has it elsewhere, it moves
/// there; the link's axes stay. `accepted`: findings that the file is to accept.
std::string json_text(const Robot& robot, const std::vector<AcceptedFinding>& accepted = {});

}  // namespace invdyn
