#pragma once

#include <vector>

#include "../../robot/model/robot.h"
#include "motion_track.h"

namespace invdyn {

/// What a joint's positions reach, rad or m, and its speeds, per s.
struct JointExtent {
  double lowest = 0, highest = 0;
  std::vector<double> speeds;  ///< mean ones over 20 ms, or one step, increasing
  double slow_speed = 0;       ///< the largest span of a second, or of two steps, over its time

  bool moves() const;
  /// The speed that this share of the motion exceeds; 0: no speed is known.
  double speed_exceeded_in(double share) const;
};

/// The largest span of a joint's positions in this time, s, over the time. Noise hardly counts there, and a
/// motion that returns does.
double span_speed_of(const MotionTrack& track, std::size_t joint, double window);

/// Mean speeds of a joint over this time, s, or from point to point, in increasing order.
std::vector<double> speeds_of(const MotionTrack& track, std::size_t joint, double window);

}  // namespace invdyn
