#pragma once

#include <string>

#include "command_line/lean_app.h"
#include "dynamics/core/measured_torques.h"

namespace invdyn {

/// The options that say what columns of measured torque hold: --torque-constant, --measured-at.
struct MeasuredArguments {
  std::string torque_constants, at;

  void add_to(LeanApp& command);
  bool any() const { return !torque_constants.empty() || !at.empty(); }
  MeasuredSettings settings() const;
};

}  // namespace invdyn
