#pragma once

#include <optional>
#include <vector>

#include "path_limits.h"

namespace invdyn {

/// The speed y = ds/dt along a stretch, at its points. Between two points y^2 is linear in s: y has a
/// constant rate u.
struct PathSpeed {
  std::vector<double> y, u;
  /// If there is none: the step in which no speed keeps the limits, or that has no time.
  std::optional<std::size_t> impossible = {};
  bool is_unbounded = false;  ///< no limit bounds the speed, or its rate, in this step

  double time(const std::vector<double>& lengths, std::size_t step) const {
    return 2 * (lengths[step + 1] - lengths[step]) / (y[step] + y[step + 1]);
  }
};

/// The fastest motion along a stretch from rest to rest within its limits, by two passes [Pham & Pham, "A new
/// approach to time-optimal path parameterization based on reachability analysis", IEEE Trans. Robotics 34
/// (2018) 645-659]. Backwards: the speeds of each point from which those of the next can be reached.
/// Forwards: the largest rate that leads to one of them.
PathSpeed fastest_speed(const PathLimits& limits);

}  // namespace invdyn
