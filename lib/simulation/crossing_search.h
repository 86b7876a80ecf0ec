#pragma once

#include <algorithm>

namespace invdyn {

/// Finds the instant of a step at which a distance falls below zero. By the Illinois method: the secant, with
/// the distance halved at an end that stays twice in succession [Dowell & Jarratt, BIT 11 (1971) 168-174].
/// Every fourth try, and all tries if there are many, halve the interval, so that the search ends.
class CrossingSearch {
 public:
  /// The distance at time 0 and after the step; the latter is negative.
  CrossingSearch(double step, double distance_at_begin, double distance_at_end)
      : step_(step), after_(step), distance_before_(distance_at_begin), distance_after_(distance_at_end) {}

  bool is_done() const { return !(after_ - before_ > rounding * step_); }
  /// The next instant to try.
  double next() {
    const bool halve = !(distance_before_ > 0) || tries_ % 4 == 3 || tries_ > many_tries;
    ++tries_;
    const double middle =
        halve ? before_ + (after_ - before_) / 2
              : before_ + (after_ - before_) * (distance_before_ / (distance_before_ - distance_after_));
    // The secant of an almost straight curve ends on one side of the crossing. A little farther on, the
    // crossing is between two near instants.
    const double nudge = 0.25 * rounding * step_;
    return std::clamp(middle + nudge, before_ + nudge, after_ - nudge);
  }
  /// Takes the distance at this instant. Returns whether it is after the crossing.
  bool is_after(double instant, double distance) {
    const bool is_after = distance < 0;
    if (is_after) {
      after_ = instant;
      distance_after_ = distance;
      if (moved_ < 0) distance_before_ /= 2;
      moved_ = -1;
    } else {
      before_ = instant;
      distance_before_ = distance;
      if (moved_ > 0) distance_after_ /= 2;
      moved_ = 1;
    }
    return is_after;
  }
  /// The first known instant after the crossing.
  double after() const { return after_; }

 private:
  static constexpr double rounding = 1e-13;  // of the step: how exact the instant is
  static constexpr int many_tries = 50;

  double step_;
  double before_ = 0, after_;
  double distance_before_, distance_after_;
  int moved_ = 0;  // the end that the latest try has moved: -1 the later, 1 the earlier one
  int tries_ = 0;
};

}  // namespace invdyn
