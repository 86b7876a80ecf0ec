#pragma once

#include <string>
#include <vector>

#include "loads/external_wrench.h"
#include "robot/robot.h"

namespace invdyn {

/// The wrenches that an option gives: as fields with blanks between them, such as
/// `link=tool frame=world point=0,0,0 fz=-10`: link (default: the robot's last link, where it has but one),
/// frame (world or link, the default), point (in the frame's coordinates; default: the link's origin),
/// point-frame (where that is another), and fx, fy, fz, nx, ny, nz (at least one of them) or file (of the
/// same over time). Or as that file's name alone. Links that no joint moves are passed over. Throws
/// UsageError, and Error for what is wrong in the file.
std::vector<TimedWrench> wrench_argument(const std::string& option, const std::string& text,
                                         const Robot& robot, const Warn& warn);

/// The file in such a text, empty if it has none.
std::string wrench_file_in(const std::string& text);

}  // namespace invdyn
