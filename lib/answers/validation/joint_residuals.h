#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../../dynamics/core/drive_torques.h"
#include "../../dynamics/core/dynamics_settings.h"
#include "../../lanes/kernel/drive_terms.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sink.h"
#include "blocked_sums.h"
#include "row_runs.h"

namespace invdyn {

/// Statistics of measured minus computed torque of each joint, over one or several logs, in one pass and
/// bounded memory.
class JointResiduals : public Sink {
 public:
  /// The variables of the sums.
  enum Variable : std::size_t {
    one,
    computed,
    links,  ///< computed torque without the model's friction, rotor and spring
    residual,
    sign_of_dq,
    velocity,
    acceleration,
    variables
  };

  struct Joint {
    std::string name;
    bool is_revolute = true;
    DriveTerms drive;  ///< friction, rotor and spring of the model
    double load = 0;   ///< and the rest of its friction
    FrictionCurve curve;
    bool has_dry_friction = false;  ///< in the model: at rest it holds the joint with any torque within it
    BlockedSums sums{variables};
    double min_q = 0, max_q = 0, min_measured = 0, max_measured = 0;
    double worst = 0, worst_time = 0;  ///< the residual of greatest size
    std::size_t worst_log = 0;

    double measured_variance() const;
    double rms() const;
    double bias() const { return sums.mean(residual); }
    /// 1 - var(residual) / var(measured); NaN if the measured torque does not vary.
    double explained() const;
    /// The part of the variance of the measured torque that is left in the residual where these variables
    /// explain what they can of it; 0 if the torque does not vary.
    double left_by(const std::vector<std::size_t>& explaining) const;
    bool varies() const { return max_measured > min_measured; }
  };

  /// Measured over computed torque: measured = slope * computed + offset.
  struct Line {
    double slope, slope_error, offset, offset_error;  ///< infinite errors: not known
  };

  JointResiduals(const Robot& robot, const DynamicsSettings& settings);

  void begin_log(const std::string& name) { logs_.push_back(name); }
  /// Blocks with measured torques.
  void take(const Block& block) override;
  /// The same joints, where the sums of joints with dry friction have only the rows in which they move.
  /// `slow`: those of slow_speeds().
  JointResiduals of_moving_rows(const RowRuns& rows, const std::vector<double>& slow) const;

  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<std::string>& logs() const { return logs_; }
  std::size_t rows() const { return rows_; }
  /// Of each joint, the speed up to which its dry friction is not certain; negative: it has none.
  std::vector<double> slow_speeds(const RowRuns& rows) const;
  Line line(std::size_t joint) const;
  /// Throws Error, with the name of the logs, for too few rows, a robot at rest, measured torques that do not
  /// vary, and numbers that are too large.
  void expect_sound() const;

 private:
  Eigen::ArrayXXd coupled_torques(const Block& block) const;

  DriveTorques drives_;
  std::vector<Joint> joints_;
  std::vector<std::string> logs_;
  std::size_t rows_ = 0;
};

}  // namespace invdyn
