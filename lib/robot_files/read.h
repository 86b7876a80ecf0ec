#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../robot/robot.h"

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

/// How a file is read that leaves a choice.
struct RobotReading {
  bool independent_mimics = false;      ///< joints that mimic others have a q and a tau of their own
  std::vector<std::string> fixed = {};  ///< floating and planar joints, by name, to be taken as fixed
  bool without_motion = false;          ///< a robot none of whose joints moves is taken too
};

/// Our own JSON; URDF; the .body files of Choreonoid.
enum class RobotFormat { json, urdf, body };

/// A finding of robot check that a file accepts.
struct AcceptedFinding {
  std::string kind;     ///< Finding::kind
  std::string subject;  ///< Finding::subject
  std::string reason;
};

struct RobotFile {
  RobotFormat format;
  Robot robot;
  /// What stands in the file and is not used, each with its place: `arm.urdf:12: <visual>: not used`.
  std::vector<std::string> unused;
  /// What hardly any file means, as that robot check warns of, each with its place.
  std::vector<std::string> suspicious = {};
  std::vector<AcceptedFinding> accepted = {};
  std::vector<std::string> parts = {};  ///< paths of the other files that it was read from: sub-bodies
};

/// Reads the robot in the file at this path, whose content tells its format; where there is none, the shipped
/// robot of this name. Throws Error.
RobotFile read_robot_file(const std::string& path_or_name, const RobotReading& reading, const Warn& warn);
Robot read_robot(const std::string& path_or_name, const Warn& warn);
Robot read_robot(const ShippedRobot& robot, const Warn& warn);

/// The format that a file's ending names, large or small: .json, .urdf (.xacro, .xml), .body (.yaml, .yml).
std::optional<RobotFormat> format_in_name(const std::string& path);

/// Whether read_robot() reads a file there. If not, it takes a shipped robot, whatever folder has its name.
bool is_file(const std::string& path_or_name);

}  // namespace invdyn
