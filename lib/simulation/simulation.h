#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

#include "../base/error.h"
#include "../robot/robot.h"
#include "../trajectory/sampled_motion.h"
#include "../trajectory/time_grid.h"
#include "control_instants.h"
#include "control_sample.h"
#include "controller.h"
#include "encoder.h"
#include "plant.h"

namespace invdyn {

struct SimulationSettings {
  TimeGrid period = TimeGrid::with_step(0.01);    ///< from control instant to control instant
  EncoderSettings encoder = {};                   ///< the controller's readings of the plant
  bool torque_limits = false;                     ///< whether torques end at the robot's limits.effort
  std::optional<Eigen::VectorXd> initial_q = {};  ///< in place of the desired positions, rad or m
  IntegrationSettings integration = {};
};

/// A controller that makes a robot follow a desired motion. At every control instant it reads the joints and
/// sets torques, which are held until the next. Control instants are the first row's time and whole periods
/// after it, and the last row's time, where a period may end early. The plant starts with the desired
/// position and velocity of the first row.
class Simulation {
 public:
  /// `dynamics`: what acts on the plant. `controller` is for the same robot, and must outlive this object.
  Simulation(const Robot& robot, const DynamicsSettings& dynamics, const Controller& controller,
             const SimulationSettings& settings = {});

  /// Hands each control sample to `take`. Warns once for each joint whose torque goes beyond limits.effort,
  /// applied or not. Throws Error that names the time, and the joint where it is one's, where the simulation
  /// cannot go on; Error too where the motion has fewer than two rows; UsageError as instants() does. No
  /// sample has a number that is not finite.
  void run(
      const SampledMotion& desired, const std::function<void(const ControlSample&)>& take,
      const Warn& warn = [](const std::string&) {}) const;

  /// The control instants over a desired motion. Precondition: desired.rows() > 0. Throws UsageError where
  /// there would be too many.
  ControlInstants instants(const SampledMotion& desired) const {
    return {settings_.period, desired.begin(), desired.end()};
  }

 private:
  void refuse_overflow(const ControlSample& sample) const;

  Robot robot_;
  DynamicsSettings dynamics_;
  const Controller* controller_;
  SimulationSettings settings_;
};

}  // namespace invdyn
