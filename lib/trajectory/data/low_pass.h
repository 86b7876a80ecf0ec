#pragma once

#include <cstddef>
#include <span>

namespace invdyn {

/// A Butterworth low-pass of second order (bilinear transform), applied forward and then backward, so that
/// there is no delay. Its cut-off is corrected for the two passes [Winter 2009, Biomechanics and Motor
/// Control of Human Movement, 4th ed., p. 69]: at HZ, a sinusoid keeps 1/sqrt(2) of its amplitude after both;
/// at f far below half the rate, 1 / (1 + (f/HZ)^4). At the ends the rows are continued by their point
/// reflection [Gustafsson 1996, IEEE Trans. Signal Processing 44, 988, compares such methods], for six
/// periods of the cut-off or as many rows as there are. The filter starts in the steady state of the first
/// value. So positions at the ends change little, and accelerations tend to zero there.
class LowPass {
 public:
  /// cutoff: HZ, > 0; step: s. Throws UsageError if the cut-off is not below half the rate.
  LowPass(double cutoff, double step);

  /// Filters values that are `step` apart, in place.
  void apply(std::span<double> values) const;
  /// The number of rows by which each end is continued, for a file of `rows` rows.
  std::size_t padding(std::size_t rows) const;
  /// The remaining fraction of the amplitude of a sinusoid after both passes; tangent: tan(pi f step).
  double amplitude(double tangent) const;
  double tangent_of_corner() const { return corner_; }  ///< of each pass: tan(pi f_c step)

 private:
  double corner_, padding_;
};

}  // namespace invdyn
