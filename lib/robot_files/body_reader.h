#pragma once

#include <string>

#include "read.h"

namespace invdyn {

/// The robot that the text of a Choreonoid .body file describes (YAML; https://choreonoid.org/en/documents);
/// lib/THEORY.md states what is taken from it. `file` is its name in errors and warnings. Throws Error with
/// file, line and key.
RobotFile read_body_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn);

}  // namespace invdyn
