#pragma once

#include <string>

#include "read.h"

namespace invdyn {

/// From this size on a limit in a URDF stands for none, as in the SDF of Gazebo; the writer writes it so.
inline constexpr double urdf_no_limit = 1e16;

/// The robot that a URDF text describes (Unified Robot Description Format, https://wiki.ros.org/urdf/XML);
/// lib/THEORY.md states what is taken from it. `file` is its name in errors and warnings. Throws Error with
/// file, line and element.
RobotFile read_urdf_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn);

}  // namespace invdyn
