#pragma once

#include <string>

#include "robot/model/robot.h"

namespace invdyn {

/// The link of this name; not a fixed base. Throws UsageError.
std::size_t link_argument(const std::string& option, const std::string& name, const Robot& robot);

/// The last link of the robot, if only one last link moves. If there are more, throws UsageError that states
/// what is `missing` ("gives no link") and `expected` ("link=NAME").
std::size_t sole_last_link(const std::string& option, const std::string& missing, const std::string& expected,
                           const Robot& robot);

/// What to know of a load on the robot's last link if that one is a finger: its joint, and the link before
/// it. Empty: by the names, it is none.
std::string text_of_finger(const Robot& robot, std::size_t link);

/// `the origin of link "forearm", on the axis of joint "elbow"`.
std::string text_of_origin(const Robot& robot, std::size_t link);

}  // namespace invdyn
