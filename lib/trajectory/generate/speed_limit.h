#pragma once

#include <optional>
#include <string>

#include "../../robot/model/robot.h"

namespace invdyn {

/// The text if this maximum speed of a joint (rad/s or m/s) is above its limit: `joint "elbow" moves at up to
/// 3 rad/s (171.887 deg/s), above its velocity limit, 2.5 rad/s (143.239 deg/s)`.
std::optional<std::string> beyond_speed_limit_text(const Joint& joint, double speed);

}  // namespace invdyn
