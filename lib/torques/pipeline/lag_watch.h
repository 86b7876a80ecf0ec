#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Looks for columns of velocities that lag behind the positions, in the first rows of a trajectory, up
/// to the first gap.
class LagWatch : public Sink {
 public:
  static constexpr std::size_t max_rows = 20'000;

  explicit LagWatch(const Robot& robot) : robot_(robot), q_(robot.dof()), dq_(robot.dof()) {}

  void take(const Block& block) override;
  /// Empty if no column of velocities lags.
  std::string warning() const;

 private:
  const Robot& robot_;
  bool is_at_gap_ = false;  // the rows before the first gap are enough
  std::vector<double> t_;
  std::vector<std::vector<double>> q_, dq_;  // for each joint, row by row
};

}  // namespace invdyn
