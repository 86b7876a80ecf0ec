#pragma once

#include <optional>
#include <string>

#include "../robot/robot.h"

namespace invdyn {

/// Of a joint that moves at up to this speed (rad/s or m/s), if that is above its limit: `joint "elbow" moves
/// at up to 3 rad/s (171.887 deg/s), above its velocity limit, 2.5 rad/s (143.239 deg/s)`.
std::optional<std::string> beyond_speed_limit_text(const Joint& joint, double speed);

}  // namespace invdyn
