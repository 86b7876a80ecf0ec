#pragma once

#include <vector>

#include "../base/within_memory.h"
#include "../dynamics/trajectory_torques.h"
#include "../trajectory/sink.h"

namespace invdyn {

/// All rows of a motion, kept in memory (24 bytes for each row and joint, and 8 for its time), to go through
/// them again at another speed. At s times the speed dq is s times as large, ddq s^2 times, and times count
/// from the first row 1/s times as fast: uniform time scaling [Hollerbach 1984].
class RecordedMotion : public Sink {
 public:
  explicit RecordedMotion(std::size_t max_numbers = max_kept_numbers) : max_numbers_(max_numbers) {}
  /// Throws Error for more numbers than may be kept.
  void take(const Block& block) override;

  double begin() const;     ///< time of the first row, s; there is one
  double duration() const;  ///< s, at the motion's own speed
  /// Times of all rows, s.
  std::vector<double> times() const;

  /// The rows at s times the speed, with their torques, block by block. What acts from outside over time acts
  /// at the row where it does at the motion's own speed.
  void replay(double speed, const TrajectoryTorques& dynamics, Sink& sink) const;

 private:
  std::vector<Block> blocks_;
  std::size_t max_numbers_;
  std::size_t rows_ = 0;  // own rows alone
};

}  // namespace invdyn
