#pragma once

#include <cstddef>
#include <span>

namespace invdyn {

/// White noise on measured rows, of which a NotAKnotSpline makes rows of a grid that begins at the first of
/// them. Rows of the grid share measured rows: their noise is neither independent nor the same in each. Far
/// from the ends: the measured rows go on before and after the file, in the same steps.
class SplineNoise {
 public:
  /// measured: times of two rows or more, increasing, s; must outlive this. step: of the grid, s.
  SplineNoise(std::span<const double> measured, double step);

  double mean_step() const { return mean_step_; }  ///< of the measured rows, s
  /// Measured rows in a step of the grid.
  double rows_per_row() const { return step_ / mean_step_; }

  /// Of the sum of weights[i] x_{k + i} over rows k + i of the grid: its standard deviation for noise of
  /// standard deviation 1 on each measured row, as the root of the mean square over the rows k.
  double deviation(std::span<const double> weights) const;
  /// What is left of the amplitude of a sinusoid that has this angle per row of the grid: all of it where the
  /// grid takes the times of measured rows.
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
