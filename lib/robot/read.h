#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "robot.h"

namespace invdyn {

/// A robot description that travels inside the library, so that a program finds it wherever it lies.
struct ShippedRobot {
  std::string_view name;  ///< of the file in robots/, without .json
  std::string_view json;
};

/// All robots that are shipped, sorted by name.
const std::vector<ShippedRobot>& shipped_robots();

/// The shipped robot of this name. Throws Error, which lists them all, if there is none.
const ShippedRobot& shipped_robot(const std::string& name);

/// Reads the robot in the file at this path; where there is none, the shipped robot of this name.
/// Throws Error.
Robot read_robot(const std::string& path_or_name, const Warn& warn);
Robot read_robot(const ShippedRobot& robot, const Warn& warn);

/// Whether read_robot() reads a file there. If not, it takes a shipped robot, whatever folder has its name.
bool is_robot_file(const std::string& path_or_name);

/// The whole of a file. Throws Error where it cannot be read.
std::string read_text_file(const std::string& path);

}  // namespace invdyn
