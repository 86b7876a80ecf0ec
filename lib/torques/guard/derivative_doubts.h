#pragma once

#include <optional>
#include <string>

#include "../../robot/model/robot.h"
#include "motion_track.h"

namespace invdyn {

/// How the columns were read.
struct ColumnsAsRead {
  double step = 0;        ///< the median one, s
  bool has_rate = false;  ///< the step was given, and is no column
  bool degrees = false;   ///< angles were read as degrees
};

/// What to say of given velocities and accelerations that are not the derivatives of what the file has beside
/// them; none: they are.
struct DerivativeDoubts {
  std::optional<std::string> velocities, accelerations;
};
DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, const ColumnsAsRead& read);

}  // namespace invdyn
