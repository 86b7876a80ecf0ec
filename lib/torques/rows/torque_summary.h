#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../ground/output_files/table.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"

namespace invdyn {

/// Peak and RMS torque of each joint over a motion. The peak is the largest magnitude, with its sign and its
/// first time. The RMS is over time (trapezoidal rule between samples).
class TorqueSummary : public Sink {
 public:
  struct Joint {
    std::string name;
    bool is_revolute = true;
    double peak = 0, peak_time = 0;    ///< N m or N; s
    double squared_integral = 0;       ///< of tau^2 over time
    double last = 0;                   ///< tau of the latest row
    std::optional<double> limit = {};  ///< of effort
  };

  explicit TorqueSummary(const Robot& robot);
  void take(const Block& block) override;

  double rms(const Joint& joint) const;
  const std::vector<Joint>& joints() const { return joints_; }
  /// Whether every RMS is finite: squares of large values overflow.
  bool is_finite() const;
  /// A row per joint, with units; and limits of effort, if a joint has one.
  Table table() const;
  /// The columns of the same for programs, and the rows of this motion: `trajectory` is the name of its file.
  static Table table_for_programs(const Robot& robot);
  void add_to(Table& table, const std::string& trajectory) const;

 private:
  bool has_limits() const;

  std::vector<Joint> joints_;
  std::size_t rows_ = 0;
  double first_time_ = 0, last_time_ = 0;
};

}  // namespace invdyn
