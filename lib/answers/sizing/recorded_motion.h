#pragma once

#include <span>
#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "../../ground/base/within_memory.h"
#include "../../trajectory/data/sink.h"
#include "motion_loads.h"

namespace invdyn {

/// All rows of a motion, kept in memory to replay them at another speed: 24 bytes for each row and joint, and
/// 8 for its time. At s times the speed, dq is multiplied by s, ddq by s^2, and the times after the first row
/// are divided by s: uniform time scaling [Hollerbach 1984].
class RecordedMotion : public Sink {
 public:
  enum class WhenTooLong { fail, forget };
  explicit RecordedMotion(std::size_t max_numbers = max_kept_numbers,
                          WhenTooLong when_too_long = WhenTooLong::fail)
      : max_numbers_(max_numbers), when_too_long_(when_too_long) {}
  /// If there are more numbers than allowed: throws Error, or forgets all rows.
  void take(const Block& block) override;
  bool is_complete() const { return !blocks_.empty(); }
  const std::vector<Block>& blocks() const { return blocks_; }  ///< all rows are own rows; without torques

  double begin() const;     ///< time of the first row, s; there must be one
  double duration() const;  ///< s, at the motion's own speed
  /// Times of all rows, s.
  std::vector<double> times() const;

  /// The rows at s times the speed, with their torques, block by block. Time-dependent external loads act at
  /// the same rows as at the motion's own speed.
  void replay(double speed, const TrajectoryTorques& dynamics, Sink& sink) const;

 private:
  std::vector<Block> blocks_;
  std::size_t max_numbers_;
  WhenTooLong when_too_long_;
  std::size_t rows_ = 0;  // only own rows
};

/// The loads of motions that follow each other, `speed` times as fast.
MotionLoads loads_of_cycle(const Ratings& ratings, const TrajectoryTorques& dynamics,
                           std::span<const RecordedMotion> motions, double speed);

}  // namespace invdyn
