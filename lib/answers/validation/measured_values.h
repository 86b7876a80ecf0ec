#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"
#include "row_runs.h"

namespace invdyn {

/// What the measured torques of logs show by themselves: clipped and coarse values.
class MeasuredValues : public Sink {
 public:
  explicit MeasuredValues(std::size_t joints) : joints_(joints) {}

  /// The next rows are of another log.
  void begin_log();
  /// Blocks with measured torques.
  void take(const Block& block) override;
  void take(const RowRuns& rows);

  /// One sentence for each joint that is clipped, coarse or never changes. `noise`: of each joint's torque,
  /// N m or N. `max_torque`: of each joint; torques of that size are left out, so they are no fault. Empty:
  /// none is; then `remedy` follows what is said of clipped torques.
  std::vector<std::string> cautions(const Robot& robot, const Eigen::VectorXd& noise,
                                    const std::string& remedy = "",
                                    const std::vector<double>& max_torque = {}) const;

 private:
  // The largest or smallest value, and how many rows in succession have it.
  struct Extreme {
    double value = 0;
    std::size_t run = 0, longest = 0;
    void see(bool is_beyond, double torque);
  };
  struct Joint {
    Extreme maximum, minimum;
    double smallest_step = HUGE_VAL;  // from row to row, other than none
    double last = NAN;
  };

  std::vector<Joint> joints_;
};

}  // namespace invdyn
