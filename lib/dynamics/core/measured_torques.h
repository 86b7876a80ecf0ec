#pragma once

#include <vector>

#include "../../trajectory/data/block.h"
#include "motor_shaft.h"

namespace invdyn {

/// What the columns of measured torque hold.
struct MeasuredSettings {
  enum class At { joint, motor };
  At at = At::joint;  ///< the side of the gearbox at which they are measured
  /// Torque per current of each moving joint, N m/A, or one for all: the columns hold currents, A. Empty:
  /// they hold torques.
  std::vector<double> torque_constants = {};

  bool are_joint_torques() const { return at == At::joint && torque_constants.empty(); }
};

/// Turns the measured values of rows into torques of the joints. Immutable.
class MeasuredTorques {
 public:
  /// Throws UsageError if the number of torque constants does not fit the robot.
  MeasuredTorques(const Robot& robot, const DynamicsSettings& settings, const MeasuredSettings& measured);

  bool are_at_motor() const { return is_at_motor_; }
  const std::vector<double>& torque_constants() const { return torque_constants_; }  ///< of all joints
  /// Changes the block's own rows, whose dq and ddq are known.
  void apply(Block& block) const;

 private:
  bool is_at_motor_;
  std::vector<MotorShaft> shafts_;        // by moving joint
  std::vector<double> torque_constants_;  // by moving joint; 1: the columns hold torques
};

}  // namespace invdyn
