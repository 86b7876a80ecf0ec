#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "dynamics/core/measured_torques.h"

namespace invdyn {

/// The options that say what columns of measured torque hold: --torque-constant, --measured-at.
struct MeasuredArguments {
  std::string torque_constants, at;

  /// `are_rare`: the command is not about measured torques.
  void add_to(CLI::App& command, bool are_rare = false);
  bool any() const { return !torque_constants.empty() || !at.empty(); }
  bool are_currents() const { return !torque_constants.empty(); }
  MeasuredSettings settings() const;
};

}  // namespace invdyn
