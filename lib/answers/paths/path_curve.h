#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "../../trajectory/data/block.h"
#include "../sizing/recorded_motion.h"

namespace invdyn {

/// The positions of all joints over the length s of a path, without times: a cubic spline through points,
/// with natural ends [de Boor 1978, A Practical Guide to Splines, chapter IV]. Three points give a parabola,
/// two a straight line.
class PathCurve {
 public:
  /// Lengths that increase from 0, at least two; a row of positions for each.
  PathCurve(std::vector<double> lengths, Eigen::ArrayXXd positions);

  double length() const { return knots_.back(); }
  const std::vector<double>& knots() const { return knots_; }

  /// How many inner knots bend against the knot before them: most of them if positions are noisy.
  std::size_t flips() const;

  /// Writes q and its first and second derivative by s into q, dq and ddq of the block's row. `piece`: where
  /// the search for s begins, then where it ended. Lengths of consecutive calls increase.
  void evaluate(double s, std::size_t& piece, Block& block, Eigen::Index row) const;

 private:
  void find_bends();

  std::vector<double> knots_;
  Eigen::ArrayXXd q_, bends_;  // at the knots: positions, second derivatives
};

/// A part of a motion that begins and ends with a stop.
struct PathStretch {
  std::optional<PathCurve> curve;  ///< none: a rest
  std::vector<std::size_t> rows;   ///< of the curve's knots, numbers from 0 in the motion; of a rest, one
  Eigen::ArrayXd place;            ///< of a rest
  double rest = 0;                 ///< its duration, s
};

/// The stretches of a motion's positions. They end where no joint moves from row to row, where all velocities
/// of a row are zero, and at corners: where the chord's direction turns by more than 10 degrees in a step.
/// The length of a chord is the norm of its dq_j / speeds_j. Of rows that are less than 1e-9 apart, the later
/// one is left out.
std::vector<PathStretch> stretches_of(const RecordedMotion& motion, const std::vector<double>& speeds);

}  // namespace invdyn
