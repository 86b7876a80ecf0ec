#pragma once

#include <string>

#include "read.h"

namespace invdyn {

/// Reads a robot from the text of a Choreonoid .body file (YAML; https://choreonoid.org/en/documents).
/// lib/THEORY.md lists the parts that are used. `file` is its name in errors and warnings. Throws Error with
/// file, line and key.
RobotFile read_body_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn);

}  // namespace invdyn
