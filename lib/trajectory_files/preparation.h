#pragma once

#include <optional>
#include <string>

#include "../trajectory/time_grid.h"

namespace invdyn {

/// Steps applied to the positions of a whole trajectory before differentiation, in this order.
struct Preparation {
  std::optional<TimeGrid> resample;  ///< q by a NotAKnotSpline at t_0 + k step, to the end
  std::optional<double> lowpass;     ///< q through a zero-phase filter (low_pass.h), Hz

  bool changes_anything() const { return resample || lowpass; }
};

/// `q resampled at 100 Hz by a cubic spline, low-passed at 6 Hz without delay; `; empty where nothing is
/// done.
std::string in_words(const Preparation& preparation);

}  // namespace invdyn
