#pragma once

#include <optional>
#include <string>

#include "../../dynamics/core/dynamics_settings.h"
#include "../../robot/model/robot.h"
#include "motion_track.h"

namespace invdyn {

/// What to say of terms of drives that leave hardly any of a joint's torque to the links; none: they do.
std::optional<std::string> term_doubt(const Robot& robot, const DynamicsSettings& settings,
                                      const MotionTrack& track);

}  // namespace invdyn
