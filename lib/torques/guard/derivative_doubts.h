#pragma once

#include <optional>
#include <string>

#include "motion_track.h"

namespace invdyn {

/// What to say of given velocities and accelerations that are not the derivatives of what the file has beside
/// them; none: they are.
struct DerivativeDoubts {
  std::optional<std::string> velocities, accelerations;
};
/// `has_rate`: the step was given, and is no column. `reads_degrees`: angles were read as degrees.
DerivativeDoubts derivative_doubts(const Robot& robot, const MotionTrack& track, bool has_rate,
                                   bool reads_degrees);
/// What to say of velocities that a Savitzky-Golay filter makes too small; none: it does not.
std::optional<std::string> filter_doubt(const Robot& robot, const MotionTrack& track, const LocalFit& fit);

}  // namespace invdyn
