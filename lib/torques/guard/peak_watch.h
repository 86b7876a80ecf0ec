#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Watches for torques that are large in a few single rows alone, as wrong positions in a log make them: by
/// differences, one of them gives two to four rows of large torque with both signs. Motions do not: their
/// accelerations last, or have one sign.
class PeakWatch : public Sink {
 public:
  explicit PeakWatch(const Robot& robot) : robot_(robot), largest_(robot.dof()) {}
  void take(const Block& block) override;
  /// Of the joint whose single rows are the largest multiple of all others; none: there are none.
  std::optional<std::string> doubt() const;
  /// The largest magnitude of each joint's torque, N m or N.
  std::vector<double> largest() const;

 private:
  struct Peak {
    double torque, t, step;  // N m or N, s, rad or m from the row before
    std::size_t row;         // of all that were seen
  };
  // Rows of one joint that are far above all its others.
  struct Single {
    std::size_t rows;
    double peak, t, others;
  };
  std::optional<Single> single_rows(std::vector<Peak> peaks) const;

  const Robot& robot_;
  std::vector<std::vector<Peak>> largest_;  // of each joint, a heap with the least in front
  std::size_t rows_ = 0;
};

}  // namespace invdyn
