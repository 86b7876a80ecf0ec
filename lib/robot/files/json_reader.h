#pragma once

#include <string>
#include <vector>

#include "../model/robot.h"
#include "read.h"

namespace invdyn {

/// What a file says, before the Robot's invariants are checked.
struct DescribedRobot {
  RobotDescription description;
  std::vector<AcceptedFinding> accepted = {};
  std::vector<NumberOrigin> origins = {};
};

/// Reads a robot from JSON text; robots/robot.schema.json and
/// app/manual/robot-format.md describe the format. `file` is its
/// name in errors and warnings. Throws Error with file and JSON pointer.
DescribedRobot describe_json_robot(const std::string& text, const std::string& file);
/// The robot as described, checked. Throws Error.
RobotFile robot_as_described(const DescribedRobot& described, const Warn& warn);
/// Both.
RobotFile read_json_file(const std::string& text, const std::string& file, const Warn& warn);
Robot read_json_robot(const std::string& text, const std::string& file, const Warn& warn);

}  // namespace invdyn
