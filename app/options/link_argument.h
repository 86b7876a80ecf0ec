#pragma once

#include <string>

#include "robot/robot.h"

namespace invdyn {

/// The link of this name; not the base. Throws UsageError.
std::size_t link_argument(const std::string& option, const std::string& name, const Robot& robot);

/// The link at the robot's tip, where it has one tip that moves. Throws UsageError with what is `missing`
/// ("names no link") and what is `expected` ("link=NAME") where there are more.
std::size_t sole_last_link(const std::string& option, const std::string& missing, const std::string& expected,
                           const Robot& robot);

}  // namespace invdyn
