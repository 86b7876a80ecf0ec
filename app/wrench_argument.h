#pragma once

#include <string>

#include "dynamics/external_wrench.h"
#include "robot/robot.h"

namespace invdyn {

/// The wrench that an option gives as fields with blanks between them, such as
/// `link=tool frame=world point=0,0,0 fz=-10`: link (default: the robot's last link, where it has but one),
/// frame (world or link, the default), point (in the frame's coordinates; default: the link's origin),
/// point-frame (where that is another), fx, fy, fz, nx, ny, nz (at least one of them). Throws UsageError.
ExternalWrench parse_wrench(const std::string& option, const std::string& text, const Robot& robot);

}  // namespace invdyn
