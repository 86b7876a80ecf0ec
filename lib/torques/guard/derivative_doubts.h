#pragma once

#include <optional>
#include <string>

#include "../../robot/model/robot.h"
#include "motion_track.h"

namespace invdyn {

/// What to say of given velocities and accelerations that are not the derivatives of what the file has beside
/// them; none: they are. `step`: the median step, s.
struct DerivativeDoubts {
  std::optional<std::string> velocities, accelerations;
};
DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, double step);

}  // namespace invdyn
