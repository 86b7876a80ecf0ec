#pragma once

#include <algorithm>

namespace invdyn {

/// Finds the instant of a step at which a distance falls below zero. It uses the Illinois method: the secant,
/// where the distance at one end is halved if that end stays twice in succession [Dowell & Jarratt, BIT 11
/// (1971) 168-174]. Every fourth trial halves the interval. After many trials, all of them do, so that the
/// search ends.
class CrossingSearch {
 public:
  /// The distance at time 0 and after the step; the second one is negative.
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
    // The secant of an almost straight curve always ends on the same side of the crossing. A small step
    // farther gives two close instants with the crossing between them.
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
  static constexpr double rounding = 1e-13;  // precision of the instant, relative to the step
  static constexpr int many_tries = 50;

  double step_;
  double before_ = 0, after_;
  double distance_before_, distance_after_;
  int moved_ = 0;  // the end that the last trial moved: -1 the later one, 1 the earlier one
  int tries_ = 0;
};

}  // namespace invdyn
