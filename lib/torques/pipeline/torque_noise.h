#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../../dynamics/core/trajectory_torques.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/differentiate.h"
#include "motion_sample.h"

namespace invdyn {

/// Standard deviations of q, dq and ddq, for noise of standard deviation 1 on the measured positions.
using NoiseGains = std::array<double, 3>;

/// The noise in computed torques, from the noise on measured positions (or on the measured quantity of
/// highest order that the file has). Its variance is, for each joint, the sum over all joints j of
///   s_j^2 ((dtau/dddq_j)^2 g_2^2 + (dtau/ddq_j)^2 g_1^2 + (dtau/dq_j)^2 g_0^2),
/// averaged over some rows, with the noise level s_j and the gains g of the differentiation. Positions and
/// turns of a floating base along its three axes count as six more joints if their gains are given.
class TorqueNoise {
 public:
  /// Above this number of joints it would take too long.
  static constexpr std::size_t max_joints = 100;

  /// `measured`: rows as they are in the file. `rows`: rows with torques. `gains`: for each joint.
  TorqueNoise(const Robot& robot, const TrajectoryTorques& dynamics, Known known,
              const MotionSample& measured, const MotionSample& rows, const std::vector<NoiseGains>& gains,
              const std::optional<NoiseGains>& of_base = {});

  /// For each joint's torque, N m or N: the standard deviation of its noise, and its RMS with it.
  const Eigen::ArrayXd& noise() const { return noise_; }
  const Eigen::ArrayXd& rms() const { return rms_; }

  /// Whether noise is above these parts of the arm's torque, or of a joint's. The arm's torque is the RMS
  /// over all joints of the same kind, revolute or prismatic.
  bool is_above(double of_arm, double of_joint) const;
  /// The joint whose noise is the largest part of its torque among those that are above; none: none is.
  std::optional<std::size_t> worst_joint(double of_arm, double of_joint) const;
  /// The joint whose noise makes most of that in this joint's torque, and its level, rad or m (or per s).
  struct Source {
    std::size_t joint;
    double level;
  };
  Source main_source(std::size_t joint) const;
  /// The joints, then those of the base.
  std::size_t sources() const { return level_.size(); }
  /// Whether the noise of this source alone is above these parts.
  bool comes_from(std::size_t source, double of_arm, double of_joint) const;

 private:
  /// Noise divided by what it may be: above 1 is too much.
  double excess(std::size_t joint, const Eigen::ArrayXd& noise, double of_arm, double of_joint) const;
  void find_squares(const TrajectoryTorques& dynamics, const MotionSample& rows,
                    const std::vector<NoiseGains>& gains);
  double arm(const Eigen::ArrayXd& values, std::size_t like) const;

  const Robot& robot_;
  std::vector<double> level_;
  Eigen::ArrayXXd squares_;              // the mean square of the change of torque i by the noise of joint j
  Eigen::ArrayXd noise_, rms_, torque_;  // torque_: without noise, if the noise is as estimated
};

/// The noise levels of the measured joints, rad or m (or per s). Rows that repeat the row before are left
/// out.
std::vector<double> noise_levels(Known known, const MotionSample& measured);
/// The part of the rows that repeat the row before although the joints move.
double repeated_part(const MotionSample& measured);
/// Whether the accelerations of these rows are so large, compared with the noise, that no torque can have a
/// considerable part of noise. It costs little. `step`: of the differences, s.
bool is_surely_quiet(Known known, const MotionSample& measured, const MotionSample& rows, double step);

}  // namespace invdyn
