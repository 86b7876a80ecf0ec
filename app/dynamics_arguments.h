#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "dynamics/inverse_dynamics.h"
#include "robot/robot.h"

namespace invdyn {

/// The options that say what moves and what acts on it: --gravity, --no-friction, --no-rotor, --lock.
struct DynamicsArguments {
  std::string gravity;
  bool no_friction = false, no_rotor = false;
  std::vector<std::string> locks;

  void add_to(CLI::App& command);
  DynamicsSettings settings() const;
  /// The robot with the joints locked that are to be, at positions in degrees or radians. Warns of positions
  /// outside the limits.
  Robot with_locked_joints(const Robot& robot, bool degrees, const Warn& warn) const;
};

}  // namespace invdyn
