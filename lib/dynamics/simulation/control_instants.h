#pragma once

#include <cstddef>

#include "../../trajectory/data/time_grid.h"

namespace invdyn {

/// The times at which a controller sets torques: the beginning of a motion, whole periods after it, and the
/// end of the motion. The last period may be shorter.
class ControlInstants {
 public:
  /// From `begin` to `end` >= begin, s. Throws UsageError about `control-period` for 1e8 or more periods, and
  /// if a motion is shorter than one.
  ControlInstants(const TimeGrid& period, double begin, double end);

  /// The number of instants, at least 1.
  std::size_t count() const { return count_; }
  /// The time of instant k < count(), s.
  double time(std::size_t k) const { return k + 1 == count_ ? end_ : after_periods(k); }

 private:
  double after_periods(std::size_t k) const {
    return on_grid_ ? period_.time(first_ + k) : begin_ + period_.time(k);
  }

  TimeGrid period_;
  double begin_, end_;
  // If the motion begins at a multiple of the period, all other instants except the end are exact multiples
  // too.
  bool on_grid_ = false;
  std::size_t first_ = 0, count_ = 1;
};

}  // namespace invdyn
