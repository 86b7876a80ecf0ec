#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"
#include "thresholds.h"

namespace invdyn {

/// Watches for torques that are large in a few single rows alone, as wrong positions in a log make them: by
/// differences, one of them gives two to four rows of large torque with both signs. Motions do not: their
/// accelerations last, or have one sign.
class PeakWatch : public Sink {
 public:
  /// `part`: what all other rows have at most of the largest torque. `rows_to_one`: one of so many rows may
  /// be large. `uses_times`: differences use the times of the rows.
  explicit PeakWatch(const Robot& robot, bool uses_times, double part = doubtful::part_of_peak,
                     std::size_t rows_to_one = doubtful::rows_to_one)
      : robot_(robot),
        uses_times_(uses_times),
        part_(part),
        rows_to_one_(rows_to_one),
        largest_(robot.dof()) {}
  void take(const Block& block) override;
  /// Rows of one joint that are far above all its others.
  struct Single {
    std::size_t joint, rows;
    double peak, t, others;  ///< N m or N, s, the same
    double bend;             ///< the largest change of the joint's step, rad or m
    bool is_of_times;        ///< the joint does not jump, but the time does
  };
  /// Those of the joint whose step changes most: a wrong position changes the torques of other joints too.
  /// `resolutions`: the smallest step of each joint, rad or m; empty: not known. None: there are none.
  std::optional<Single> single(const std::vector<double>& resolutions = {}) const;
  /// What to say of them.
  std::optional<std::string> doubt(const std::vector<double>& resolutions) const;
  /// What to say of the torque that is farthest beyond its joint's limit, after the first rows; none: none is
  /// far beyond it.
  std::optional<std::string> excess() const;
  /// The largest magnitude of each joint's torque, N m or N.
  std::vector<double> largest() const;

 private:
  struct Peak {
    double torque, t;   // N m or N, s
    double step, bend;  // from the row before, and its change, rad or m
    bool is_uneven;     // its step of time is far below the one before
    std::size_t row;    // of all that were seen
  };
  Peak peak_of(const Block& block, Eigen::Index row, Eigen::Index joint) const;
  std::optional<Single> single_rows(std::size_t joint, double resolution) const;

  const Robot& robot_;
  bool uses_times_;
  double part_;
  std::size_t rows_to_one_;
  std::vector<std::vector<Peak>> largest_;  // of each joint, a heap with the least in front
  std::size_t rows_ = 0;
};

}  // namespace invdyn
