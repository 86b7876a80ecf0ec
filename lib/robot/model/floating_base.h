#pragma once

#include <string>

#include "robot.h"

namespace invdyn {

/// Whether the base floats and neither it nor a link fixed to it has mass, though other links have.
bool floats_without_mass(const Robot& robot);

/// The text of messages about such a robot.
std::string massless_base_text(const Robot& robot);

/// The robot whose base link has this gravity compensation.
Robot with_compensated_base(const Robot& robot, double share);

}  // namespace invdyn
