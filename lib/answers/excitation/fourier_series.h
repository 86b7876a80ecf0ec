#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "../../trajectory/data/block.h"
#include "../../trajectory/data/time_grid.h"

namespace invdyn {

/// The position of a joint as a finite Fourier series, whose period is the duration of the motion:
///   q(t) = centre + sum over k = 1 .. n of a_k cos(k w t) + b_k sin(k w t),  w = 2 pi / duration
/// [J. Swevers, C. Ganseman, D. B. Tukel, J. De Schutter and H. Van Brussel, "Optimal robot excitation and
/// identification", IEEE Trans. Robotics and Automation 13 (1997)].
struct FourierSeries {
  double centre = 0;     ///< rad or m
  Eigen::VectorXd a, b;  ///< of k = 1 to n, rad or m

  std::size_t harmonics() const { return static_cast<std::size_t>(a.size()); }
  /// Sets a_1 and b_1 so that the motion starts and ends at rest and without acceleration:
  /// sum of k b_k = 0, sum of k^2 a_k = 0.
  void come_to_rest();
};

/// Joint positions, velocities and accelerations at instants, a row for each instant.
struct SeriesRows {
  Eigen::MatrixXd q, dq, ddq;
};

/// Instants spread evenly over the period, in the middle of equal parts of it, for series with the same
/// number of harmonics.
class SeriesInstants {
 public:
  SeriesInstants(std::size_t harmonics, std::size_t instants);

  Eigen::Index count() const { return cosines_.rows(); }
  /// Sets one column of the rows, for a period in s.
  void fill(const FourierSeries& series, double period, Eigen::Index column, SeriesRows& rows) const;
  /// Between instants, a series and its derivatives are greater than at the instants by at most this factor,
  /// if their mean is taken off [H. Ehlich and K. Zeller, Math. Zeitschrift 86 (1964)].
  double peak_factor() const { return peak_factor_; }

 private:
  Eigen::MatrixXd cosines_, sines_;  // a column for each harmonic
  double peak_factor_;
};

/// The motion of all joints by series that come to rest.
class FourierMotion {
 public:
  /// duration: s, a multiple of the grid's step; throws UsageError if not.
  FourierMotion(std::vector<FourierSeries> joints, double duration, const TimeGrid& grid);

  std::size_t rows() const { return intervals_ + 1; }
  /// Writes t, q, dq, ddq of the rows from `first_row` on, until the block is full or the motion ends.
  void fill(std::size_t first_row, Block& block) const;

 private:
  std::vector<FourierSeries> joints_;
  double duration_;
  TimeGrid grid_;
  std::size_t intervals_;
};

}  // namespace invdyn
