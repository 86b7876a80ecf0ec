#pragma once

#include <cmath>
#include <cstddef>
#include <string>

namespace invdyn {

/// Evenly spaced times k * step from zero, k = 0, 1, ... If the step is a short decimal number, m / 10^d,
/// time(k) is the double nearest to k m / 10^d: a step of 0.001 gives 0.009 and not 0.009000000000000001.
class TimeGrid {
 public:
  static TimeGrid with_step(double step) {
    double power = 1;  // 10^d, exact up to 10^22
    for (int d = 0; d <= 12; ++d, power *= 10) {
      const double m = std::round(step * power);
      if (m >= 1 && m < 1e6 && m / power == step) return TimeGrid(step, m, power);
    }
    return TimeGrid(step, step, 1);
  }
  static TimeGrid with_rate(double rate) { return TimeGrid(1 / rate, 1, rate); }

  double step() const { return step_; }                                                            ///< s
  double time(std::size_t k) const { return static_cast<double>(k) * numerator_ / denominator_; }  ///< s

  /// The number of steps in the duration (> 0, s). Throws UsageError if the duration is not a multiple of the
  /// step, to 1e-9 of it; the error names `origin` (option or file) and the nearest multiples.
  std::size_t intervals(double duration, const std::string& origin = "`duration`") const;
  /// The minimum number of steps that cover the duration (>= 0, s), up to rounding. Throws UsageError if
  /// there are too many to count.
  std::size_t intervals_for(double duration) const;

 private:
  TimeGrid(double step, double numerator, double denominator)
      : step_(step), numerator_(numerator), denominator_(denominator) {}
  double step_, numerator_, denominator_;
};

}  // namespace invdyn
