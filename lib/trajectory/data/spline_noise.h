#pragma once

#include <cstddef>
#include <span>

namespace invdyn {

/// The effect of a NotAKnotSpline on white noise. The spline turns measured rows into the rows of a grid that
/// begins at the first of them. Rows of the grid share measured rows: their noise is neither independent nor
/// equally large. It holds far from the ends, as if the measured rows went on before and after the file, in
/// the same steps.
class SplineNoise {
 public:
  /// measured: times of two or more rows, increasing, s; must outlive this object. step: of the grid, s.
  SplineNoise(std::span<const double> measured, double step);

  double mean_step() const { return mean_step_; }  ///< of the measured rows, s
  /// Measured rows per step of the grid.
  double rows_per_row() const { return step_ / mean_step_; }

  /// The standard deviation of the sum of weights[i] x_{k + i} over rows k + i of the grid, for noise of
  /// standard deviation 1 on each measured row. It is the root of the mean square over the rows k.
  double deviation(std::span<const double> weights) const;
  /// The remaining fraction of the amplitude of a sinusoid with this angle (rad) per row of the grid: 1 if
  /// the grid has the times of the measured rows.
  double amplitude(double angle) const;

 private:
  double time(std::ptrdiff_t row) const;
  std::ptrdiff_t row_before(double time) const;
  double variance(std::span<const double> weights, double begin) const;

  std::span<const double> measured_;
  double step_, duration_, mean_step_;
  bool takes_measured_rows_;
};

}  // namespace invdyn
