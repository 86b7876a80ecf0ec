#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

#include "../../ground/base/error.h"
#include "../../robot/model/robot.h"
#include "../../trajectory/data/sampled_motion.h"
#include "../../trajectory/data/time_grid.h"
#include "control_instants.h"
#include "control_sample.h"
#include "controller.h"
#include "encoder.h"
#include "plant.h"

namespace invdyn {

struct SimulationSettings {
  TimeGrid period = TimeGrid::with_step(0.01);    ///< between control instants
  EncoderSettings encoder = {};                   ///< the controller's readings of the plant
  bool torque_limits = false;                     ///< whether limits.effort of the robot limits the torques
  std::optional<Eigen::VectorXd> initial_q = {};  ///< replaces the desired positions, rad or m
  IntegrationSettings integration = {};
};

/// A controller that makes a robot follow a desired motion. At every control instant it reads the joints and
/// sets torques, which are constant until the next instant. Control instants are the time of the first row,
/// whole periods after it, and the time of the last row. The last period may be shorter. The plant starts
/// with the desired position and velocity of the first row.
class Simulation {
 public:
  /// `dynamics`: the effects on the plant. `controller` is for the same robot and must outlive this object.
  Simulation(const Robot& robot, const DynamicsSettings& dynamics, const Controller& controller,
             const SimulationSettings& settings = {});

  /// Passes each control sample to `take`. All its numbers are finite. Warns once for each joint if its
  /// torque exceeds limits.effort, even if the limits are not applied. Throws Error if the simulation cannot
  /// continue (with the time, and the joint if one is the cause), or if the motion has fewer than two rows.
  /// Throws UsageError as instants() does.
  void run(
      const SampledMotion& desired, const std::function<void(const ControlSample&)>& take,
      const Warn& warn = [](const std::string&) {}) const;

  /// A control period, s, for a motion that is unstable: a tenth of the present one, or if the gains need a
  /// shorter one at the first position, half of the longest stable one.
  double shorter_period(const SampledMotion& desired) const;

  /// The control instants over a desired motion. Precondition: desired.rows() > 0. Throws UsageError if there
  /// are too many.
  ControlInstants instants(const SampledMotion& desired) const {
    return {settings_.period, desired.begin(), desired.end()};
  }

 private:
  void refuse_overflow(const ControlSample& sample, double shorter_period) const;

  Robot robot_;
  DynamicsSettings dynamics_;
  const Controller* controller_;
  SimulationSettings settings_;
};

}  // namespace invdyn
