#pragma once

#include <optional>
#include <string>

#include "../../robot/model/robot.h"
#include "held_excess.h"
#include "motion_track.h"

namespace invdyn {

/// What to say of velocities or torques beyond their limits; none: they keep them.
std::optional<std::string> limit_doubt(const Robot& robot, Quantity quantity, const HeldExcess& held,
                                       const MotionTrack& track);

}  // namespace invdyn
