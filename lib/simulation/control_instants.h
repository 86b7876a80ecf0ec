#pragma once

#include <cstddef>

#include "../trajectory/time_grid.h"

namespace invdyn {

/// The times at which a controller sets torques: the begin of a motion and whole periods after it, and its
/// end, where a period may end early.
class ControlInstants {
 public:
  /// From `begin` to `end` >= begin, s. Throws UsageError about --control-period where there would be 1e8
  /// periods or more.
  ControlInstants(const TimeGrid& period, double begin, double end);

  /// How many there are, at least 1.
  std::size_t count() const { return count_; }
  /// The time of number k < count(), s.
  double time(std::size_t k) const { return k + 1 == count_ ? end_ : after_periods(k); }

 private:
  double after_periods(std::size_t k) const {
    return on_grid_ ? period_.time(first_ + k) : begin_ + period_.time(k);
  }

  TimeGrid period_;
  double begin_, end_;
  // Where the motion begins at a multiple of the period, its instants are multiples too, to the last digit.
  bool on_grid_ = false;
  std::size_t first_ = 0, count_ = 1;
};

}  // namespace invdyn
