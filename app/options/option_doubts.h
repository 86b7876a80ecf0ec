#pragma once

#include "dynamics/core/dynamics_settings.h"
#include "dynamics_arguments.h"
#include "ground/base/report.h"
#include "robot_argument.h"
#include "trajectory/loads/surroundings.h"

namespace invdyn {

/// The loads of a run, for the robot that carries them.
struct DoubtedLoads {
  const DynamicsSettings& settings;
  const Surroundings& surroundings = {};
};

/// Doubts whether the robot's file and the options can be meant, before any trajectory is read: what `robot
/// check` calls an error; payloads heavier than the arm or far away; wrenches far away. Passes on what the
/// reader of the robot's file notes. `robot` is the one with the options' changes.
void report_doubts(const RobotArgument& argument, const DynamicsArguments& dynamics, const Robot& robot,
                   const DoubtedLoads& loads, Report& report);

}  // namespace invdyn
