#pragma once

#include <string>

#include "../robot/robot.h"
#include "read.h"

namespace invdyn {

/// The robot that a JSON text describes; robots/robot.schema.json and the README state the format.
/// `file` is its name in errors and warnings. Throws Error with file and JSON pointer.
RobotFile read_json_file(const std::string& text, const std::string& file, const Warn& warn);
Robot read_json_robot(const std::string& text, const std::string& file, const Warn& warn);

}  // namespace invdyn
