#pragma once

#include <string>

#include "read.h"

namespace invdyn {

/// A limit in a URDF of at least this size means no limit, as in the SDF of Gazebo. The writer uses this
/// value.
inline constexpr double urdf_no_limit = 1e16;

/// Reads a robot from URDF text (Unified Robot Description Format, https://wiki.ros.org/urdf/XML).
/// lib/THEORY.md lists the parts that are used. `file` is its name in errors and warnings. Throws Error with
/// file, line and element.
RobotFile read_urdf_robot(const std::string& text, const std::string& file, const RobotReading& reading,
                          const Warn& warn);

}  // namespace invdyn
