#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "dynamics/inverse_dynamics.h"
#include "robot/robot.h"

namespace invdyn {

/// The options that say what moves and what acts on it: --gravity, --no-friction, --no-rotor, --lock,
/// --wrench.
struct DynamicsArguments {
  std::string gravity, wrench;
  bool no_friction = false, no_rotor = false;
  std::vector<std::string> locks;

  void add_to(CLI::App& command);
  /// The robot with the joints locked that are to be, at positions in degrees or radians. Warns of positions
  /// outside the limits.
  Robot with_locked_joints(const Robot& robot, bool degrees, const Warn& warn) const;
  /// For the robot with its joints locked. Warns of a wrench on what does not move.
  DynamicsSettings settings(const Robot& robot, const Warn& warn) const;
};

}  // namespace invdyn
