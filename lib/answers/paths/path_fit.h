#pragma once

#include <optional>
#include <vector>

#include "path_limits.h"

namespace invdyn {

struct PathFitRequest {
  std::vector<double> acceleration = {};  ///< limit of each joint, rad/s^2 or m/s^2; empty: none
  std::optional<double> step = {};        ///< between rows, s; none: the motion's mean step
};

/// The part of a motion's time during which a limit is the nearest one, and met to 1 %.
struct LimitShare {
  PathLimit limit;
  double share = 0;
};

/// The speed along a path at a time.
struct PathMoment {
  double time = 0, length = 0, speed = 0;  ///< s; the length is that of stretches_of()
  std::optional<std::size_t> limit =
      {};  ///< that binds from here on, a place in PathFit::shares; none: a rest
};

/// The fastest motion through a motion's positions that keeps every limit of every moment.
struct PathFit {
  std::optional<RecordedMotion> motion;  ///< none: there is none
  std::vector<LimitCheck> checks;        ///< of the motion; without one, of its slow positions
  std::optional<MotionLoads> loads;      ///< of the motion
  std::vector<LimitShare> shares;        ///< a part for each limit of a moment, in the order of limits()
  std::vector<PathMoment> moments;       ///< of the motion, at most some thousand
  /// A stop that is not in the motion.
  struct Corner {
    std::size_t row = 0;  ///< of the motion, from 1
    double time = 0;      ///< there, s
  };
  std::vector<Corner> corners;
  bool stops_at_ends = false;  ///< although the motion moves in its first or last row
  bool is_crooked =
      false;  ///< positions are noisy: corners at many rows, or bends that alternate and cost speed

  /// Without a motion, the limit that gravity and dry friction alone break most.
  struct Blocked {
    LimitCheck check;     ///< with the row's time
    std::size_t row = 0;  ///< of the motion, from 1
  };
  std::optional<Blocked> blocked;
};

/// Throws Error if no joint moves or no limit bounds the motion. The ratings must outlive the result.
PathFit fastest_fit(const Ratings& ratings, const RecordedMotion& motion, const TrajectoryTorques& dynamics,
                    const PathFitRequest& request);

}  // namespace invdyn
