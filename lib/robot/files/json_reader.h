#pragma once

#include <string>

#include "../model/robot.h"
#include "read.h"

namespace invdyn {

/// Reads a robot from JSON text; robots/robot.schema.json and app/manual/robot-format.md describe the format.
/// `file` is its name in errors and warnings. Throws Error with file and JSON pointer.
RobotFile read_json_file(const std::string& text, const std::string& file, const RobotReading& reading,
                         const Warn& warn);
Robot read_json_robot(const std::string& text, const std::string& file, const Warn& warn);

}  // namespace invdyn
