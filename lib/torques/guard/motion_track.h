#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "../../trajectory/data/quantity.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// A motion at points some 4 ms apart, or more, with the exact integrals of given derivatives over all rows
/// between them. The points are in runs of 1 s or more, spread evenly over the motion, in little memory.
/// Which rows are points depends on nothing but the rows.
class MotionTrack : public Sink {
 public:
  static constexpr double spacing = 0.0035;  // s, at least
  static constexpr std::size_t run_points = 256;

  using Columns = std::vector<std::vector<double>>;  ///< of each joint
  /// Consecutive points: positions without full turns from point to point, velocities, and the integrals of
  /// torques, given velocities and given accelerations from the run's first point on. Empty if they are not
  /// given.
  struct Run {
    std::vector<double> t;
    Columns q, dq, integral_of_dq, integral_of_ddq, integral_of_tau;
  };
  using Column = Columns Run::*;
  /// Of a joint's positions, as they are in the file.
  struct Reach {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    std::size_t points = 0, beyond_a_turn = 0;
  };

  /// `known`: the quantities of the file that are used.
  MotionTrack(const Robot& robot, Known known, std::optional<double> step);
  void take(const Block& block) override;
  const std::vector<Run>& runs() const { return runs_; }
  const Reach& reach(std::size_t joint) const { return reaches_[joint]; }
  /// Whether an angle jumps by full turns, which are no motion.
  bool has_jumps() const { return has_jumps_; }

 private:
  // A quantity that is integrated by the trapezoidal rule.
  struct Integral {
    Quantity of;
    Column in_run;
    std::vector<double> last, sum;  // of each joint
  };

  void begin_run();
  std::size_t see(const Block& block, std::size_t begin, std::size_t end);
  void find_points(const Block& block, std::size_t begin, std::size_t end);
  // From the first one of these rows on.
  void add_positions(const double* q, const double* dq, std::size_t joint);
  void integrate(const double* x, Integral& integral, std::size_t joint);

  const Robot& robot_;
  std::optional<double> step_;
  std::size_t max_runs_;
  std::vector<Run> runs_;
  std::vector<Reach> reaches_;
  std::vector<Integral> integrals_;
  std::size_t run_ = 0, stride_ = 1;  // every stride_-th run is kept
  bool is_kept_ = false, is_over_ = false, has_jumps_ = false;
  // Rows: all, those of this run, those of a full one, those since the last point.
  std::size_t rows_ = 0, rows_of_run_ = 0, run_rows_ = run_points, rows_from_point_ = 0;
  double last_ = 0;  // time of the last row
  // Of the rows that are seen together: half the steps before them, and which ones are points.
  std::vector<double> half_steps_;
  std::vector<std::size_t> points_;
};

}  // namespace invdyn
