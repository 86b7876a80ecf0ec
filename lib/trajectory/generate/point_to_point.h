#pragma once

#include <Eigen/Core>

#include "../data/block.h"
#include "../data/time_grid.h"
#include "profile.h"

namespace invdyn {

/// A motion of all joints from rest to rest. All use the same profile and the same time.
class PointToPoint {
 public:
  /// from, to: rad or m, one value per joint. duration > 0, s. Throws UsageError if the duration is not a
  /// multiple of the grid's step (to 1e-9 of it); the error gives the nearest ones.
  PointToPoint(Profile profile, const Eigen::VectorXd& from, const Eigen::VectorXd& to, double duration,
               const TimeGrid& grid);

  /// Number of samples: the intervals plus one.
  std::size_t rows() const { return intervals_ + 1; }

  /// Writes t, q, dq, ddq of the rows from `first_row` on, until the block is full or the motion ends.
  void fill(std::size_t first_row, Block& block) const;

 private:
  Profile profile_;
  Eigen::VectorXd from_, to_;
  double duration_;
  TimeGrid grid_;
  std::size_t intervals_;
};

}  // namespace invdyn
