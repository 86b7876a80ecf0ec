#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/quantity.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// A motion at points at least 4 ms apart, with the exact integrals of its derivatives over all rows between
/// them. The points are in runs of 2 s or more, spread evenly over the motion, in little memory. Which rows
/// are points depends on nothing but the rows.
class MotionTrack : public Sink {
 public:
  static constexpr double spacing = 0.004;  // s
  static constexpr std::size_t run_points = 512;

  /// Consecutive points. Of each joint: positions without full turns from point to point, velocities, and the
  /// integrals of torques, given velocities and given accelerations from the run's first point on. Empty if
  /// they are not given.
  struct Run {
    std::vector<double> t;
    std::vector<std::vector<double>> q, dq, integral_of_dq, integral_of_ddq, integral_of_tau;
  };

  /// `known`: the quantities of the file that are used.
  MotionTrack(const Robot& robot, Known known, std::optional<double> step);
  void take(const Block& block) override;
  const std::vector<Run>& runs() const { return runs_; }

 private:
  // A quantity that is integrated by the trapezoidal rule.
  struct Integral {
    Quantity of;
    std::vector<std::vector<double>> Run::*in_run;
    std::vector<double> last, sum;  // of each joint
  };

  void begin_run();
  void integrate(const Block& block, std::size_t row, double step);
  void add_point(const Block& block, std::size_t row, double t);

  const Robot& robot_;
  Known known_;
  std::optional<double> step_;
  std::size_t max_runs_;
  std::vector<Run> runs_;
  std::size_t rows_ = 0, rows_of_run_ = 0;
  std::size_t stride_ = 1,
              skipped_ = 0;  // after a run, stride_ - 1 times its rows are left out: so many still
  bool is_in_run_ = false;
  double last_ = 0, next_ = 0;  // times of the last row and of the next point
  std::vector<Integral> integrals_;
};

}  // namespace invdyn
