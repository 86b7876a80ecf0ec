#pragma once

#include <optional>
#include <string>

#include "peak_watch.h"

namespace invdyn {

/// Watches for single rows with wrong positions in a log whose torques PeakWatch cannot judge: a log that is
/// smoothed, or one with velocities. It looks at second differences of the positions, from row to row, less
/// those of the integrated velocities.
class BendWatch : public Sink {
 public:
  BendWatch(const Robot& robot, bool has_velocities)
      : robot_(robot),
        has_velocities_(has_velocities),
        peaks_(robot, false, doubtful::part_of_bend, doubtful::rows_to_bend),
        bends_(robot.dof(), 0) {}
  void take(const Block& block) override;
  /// None: there are none.
  std::optional<std::string> doubt() const;

 private:
  void bend();
  bool is_after_long_step(Eigen::Index row) const;

  const Robot& robot_;
  bool has_velocities_;
  PeakWatch peaks_;
  Block bends_;  // in place of torques
  // The two rows before a block; fewer at the beginning, or after a gap.
  Eigen::ArrayXXd last_q_, last_dq_;
  Eigen::ArrayXd last_t_;
};

}  // namespace invdyn
