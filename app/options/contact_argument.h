#pragma once

#include <CLI/CLI.hpp>

#include "dynamics_arguments.h"
#include "robot_argument.h"
#include "torques/pipeline/trajectory_settings.h"

namespace invdyn {

/// The plane of --ground: a point, or a point and the way up. Default: through the world's origin, across
/// gravity. Throws UsageError.
Ground ground_argument(const std::string& text, const Eigen::Vector3d& gravity);

/// Adds the contacts of --contact to the surroundings, and the columns that say when they bear to the
/// settings. A text is a link's name, or fields such as `link=l_foot points=0.1,0.05,-0.04;0.1,-0.05,-0.04
/// mu=0.7 when=auto`. Without points they are those of the link's collision geometry. Throws UsageError.
void collect_contacts(const DynamicsArguments& arguments, const RobotArgument& robot_argument,
                      const Robot& robot, DynamicsArguments::Loads& loads, TrajectorySettings& trajectory);

/// Shells complete the fields and the link's name.
CLI::Option* offer_contact(CLI::Option* option);

}  // namespace invdyn
