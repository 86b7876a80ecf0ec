#pragma once

#include <Eigen/Core>

#include "block.h"
#include "time_grid.h"

namespace invdyn {

/// The joint motion of Sasaki [JAERI-M 90-147, section 4, Fig. 6]: T in three equal parts with the
/// acceleration a, 0, -a, where a = 9 (to - from) / (2 T^2). A sample at T/3 or 2T/3 has the acceleration of
/// the part that begins there, the sample at T that of the last part.
class Trapezoid {
 public:
  /// from, to: rad or m, one value per joint. duration > 0, s. Throws UsageError where the duration is no
  /// multiple of the grid's step (to 1e-9 of it), with the nearest ones.
  Trapezoid(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double duration, const TimeGrid& grid);

  /// Number of samples: the intervals and one.
  std::size_t rows() const { return intervals_ + 1; }

  /// Writes t, q, dq, ddq of the rows from `first_row` on, as many as fit or are left.
  void fill(std::size_t first_row, Block& block) const;

 private:
  Eigen::VectorXd from_, to_;
  double duration_;
  TimeGrid grid_;
  std::size_t intervals_;
};

}  // namespace invdyn
