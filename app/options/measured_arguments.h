#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "dynamics/core/measured_torques.h"

namespace invdyn {

/// The options that say what columns of measured torque hold: --torque-constant, --measured-at.
struct MeasuredArguments {
  std::string torque_constants, at;

  void add_to(CLI::App& command);
  bool any() const { return !torque_constants.empty() || !at.empty(); }
  bool are_currents() const { return !torque_constants.empty(); }
  MeasuredSettings settings() const;
};

}  // namespace invdyn
