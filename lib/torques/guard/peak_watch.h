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
  /// `part`: what all other rows have at most of the largest torque.
  explicit PeakWatch(const Robot& robot, double part = doubtful::part_of_peak)
      : robot_(robot), part_(part), largest_(robot.dof()) {}
  void take(const Block& block) override;
  /// Rows of one joint that are far above all its others.
  struct Single {
    std::size_t joint, rows;
    double peak, t, others, step;  ///< N m or N, s, the same, and rad or m
  };
  /// Those of the joint that moves farthest in one of them: a wrong position bears on other joints too. None:
  /// there are none.
  std::optional<Single> single() const;
  /// What to say of them.
  std::optional<std::string> doubt() const;
  /// The largest magnitude of each joint's torque, N m or N.
  std::vector<double> largest() const;

 private:
  struct Peak {
    double torque, t, step;  // N m or N, s, rad or m from the row before
    std::size_t row;         // of all that were seen
  };
  std::optional<Single> single_rows(std::size_t joint) const;

  const Robot& robot_;
  double part_;
  std::vector<std::vector<Peak>> largest_;  // of each joint, a heap with the least in front
  std::size_t rows_ = 0;
};

}  // namespace invdyn
