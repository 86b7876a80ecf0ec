#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "dynamics/inverse_dynamics.h"

namespace invdyn {

/// The options that say what acts on the robot: --gravity, --no-friction, --no-rotor.
struct DynamicsArguments {
  std::string gravity;
  bool no_friction = false, no_rotor = false;

  void add_to(CLI::App& command);
  DynamicsSettings settings() const;
};

}  // namespace invdyn
