#pragma once

#include <cstddef>
#include <span>

namespace invdyn {

/// A Butterworth low-pass of second order (bilinear transform), applied forward and then backward, so that
/// nothing is shifted in time. Its cut-off is corrected for the two passes [Winter 2009, Biomechanics and
/// Motor Control of Human Movement, 4th ed., p. 69]: at HZ, a sinusoid keeps 1/sqrt(2) of its amplitude after
/// both; at f far below half the rate, 1 / (1 + (f/HZ)^4). At the ends the rows are continued by their point
/// reflection [Gustafsson 1996, IEEE Trans. Signal Processing 44, 988, compares such ways], for six periods
/// of the cut-off or as many rows as there are, and the filter begins as if the first value had stood for
/// ever: so positions at the ends stay near, and accelerations tend to zero there.
class LowPass {
 public:
  /// cutoff: HZ, > 0; step: s. Throws UsageError unless the cut-off is below half the rate.
  LowPass(double cutoff, double step);

  /// Filters values that stand `step` apart.
  void apply(std::span<double> values) const;
  /// How many rows the ends are continued by, of a file that has so many.
  std::size_t padding(std::size_t rows) const;
  /// What is left of the amplitude of a sinusoid after both passes, where tan(pi f step) is known.
  double amplitude(double tangent) const;
  double tangent_of_corner() const { return corner_; }  ///< of each pass: tan(pi f_c step)

 private:
  double corner_, padding_;
};

}  // namespace invdyn
