#pragma once

#include <optional>
#include <vector>

#include "motion_loads.h"
#include "recorded_motion.h"

namespace invdyn {

/// A motion at the shortest duration that keeps every limit, by uniform time scaling (time_scaling.h).
struct Fit {
  double speed = 0;  ///< relative to the recorded motion; 0: no duration keeps every limit
  std::vector<LimitCheck>
      checks;  ///< at that speed. At 0: of the motion made very slow, with the times of the recorded one
  std::optional<MotionLoads> loads;  ///< at that speed; none at 0

  bool is_found() const { return speed > 0; }
};

/// Throws Error if no limit bounds the speed, or if numbers are too large. The ratings must outlive the
/// result.
Fit shortest_fit(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics);

}  // namespace invdyn
