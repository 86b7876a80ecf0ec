#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"
#include "control_sample.h"

namespace invdyn {

/// The tracking error and torque of each joint in a simulation. Peaks are the largest magnitudes at control
/// instants, with their signs and their first times. The RMS is over time (trapezoidal rule).
class TrackingSummary {
 public:
  struct Peak {
    double value = 0, time = 0;
  };
  struct Joint {
    std::string name;
    bool is_revolute = true;
    Peak error, torque;              ///< rad or m; N m or N; s
    double squared_integral = 0;     ///< of the error over time
    double last = 0;                 ///< error of the latest sample
    double lowest = 0, highest = 0;  ///< desired positions
  };

  explicit TrackingSummary(const Robot& robot);
  void take(const ControlSample& sample);

  double rms(const Joint& joint) const;
  const std::vector<Joint>& joints() const { return joints_; }
  /// Whether every RMS is finite: squares of large values overflow.
  bool is_finite() const;
  /// What to say of a joint that does not follow the desired motion: its error grows to more than 1 rad or m,
  /// and more than half the way of that motion. None: all do.
  std::optional<std::string> doubt() const;
  /// A row per joint, with units.
  Table table() const;

 private:
  std::vector<Joint> joints_;
  std::size_t samples_ = 0;
  double first_time_ = 0, last_time_ = 0;
};

}  // namespace invdyn
