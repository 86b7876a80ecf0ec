#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../model/robot.h"

namespace invdyn {

/// A robot description that is built into the library, so that it needs no path.
struct ShippedRobot {
  std::string_view name;  ///< of the file in robots/, without .json
  std::string_view json;
};

/// All robots that are shipped, sorted by name.
std::span<const ShippedRobot> shipped_robots();

/// The shipped robot of this name. Throws Error, which lists them all, if there is none.
const ShippedRobot& shipped_robot(const std::string& name);

/// Choices for reading a file.
struct RobotReading {
  bool independent_mimics = false;       ///< mimic joints have a q and a tau of their own
  std::vector<std::string> fixed = {};   ///< names of floating, planar, free and ball joints to take as fixed
  std::optional<bool> base_floats = {};  ///< none: as the file says
  bool without_motion = false;           ///< also accept a robot on a fixed base without moving joints
  bool include_outside = false;          ///< MJCF: also include files outside the folder of the robot's file
  bool fix_all = false;                  ///< take every floating, planar, free and ball joint as fixed
  std::vector<std::string> xacro_arguments = {};     ///< NAME=value, for a xacro file
  std::shared_ptr<const std::string> expanded = {};  ///< what xacro wrote for the file; none: it is run
  bool take_first = false;  ///< URDF: of elements that are repeated with other values, the first counts
  std::function<void(RobotDescription&)> edit = {};  ///< changes what the file says before it is checked
};

/// A finding of `robot check` that a file accepts.
struct AcceptedFinding {
  std::string kind;     ///< Finding::kind
  std::string subject;  ///< Finding::subject
  std::string reason;
};

/// Where numbers of a robot come from, if not from the robot's `source`.
struct NumberOrigin {
  std::string subject;  ///< `joint elbow` or `link arm`
  std::string numbers;  ///< `damping`, or `mass, com, inertia`
  std::string from;     ///< a sentence for people
};

struct RobotFile {
  Robot robot;
  /// Parts of the file that are not used, each with its place: `arm.urdf:12: <visual>: not used`.
  std::vector<std::string> unused;
  /// Values that are probably mistakes, each with its place, for the warnings of `robot check`.
  std::vector<std::string> suspicious = {};
  std::vector<AcceptedFinding> accepted = {};
  std::vector<NumberOrigin> origins = {};
  std::vector<std::string> parts = {};  ///< paths of the other files that were read: sub-bodies
  std::vector<std::string> fixed = {};  ///< floating, planar, free and ball joints that are taken as fixed
  bool has_rotors_at_joints = false;    ///< states their inertia as the joint feels it, as MJCF's armature
  std::vector<std::string> notes = {};  ///< worth telling of a sound file
};

/// What the program xacro writes for the file at this path (xacro.h); none for a file that it need not
/// expand. Throws Error.
std::shared_ptr<const std::string> expanded_robot_file(const std::string& path, const RobotReading& reading,
                                                       const Warn& warn);
/// `arm.urdf.xacro (expanded by xacro)`: the place of lines in that text, for messages.
std::string expanded_name(const std::string& path);

/// Reads the robot file at this path; its content determines the format. If there is no such file, returns
/// the shipped robot of this name. A xacro file is expanded first. Throws Error.
RobotFile read_robot_file(const std::string& path_or_name, const RobotReading& reading, const Warn& warn);
Robot read_robot(const std::string& path_or_name, const Warn& warn);
Robot read_robot(const ShippedRobot& robot, const Warn& warn);

/// Whether read_robot_file() reads a file at this path. If not, it takes the shipped robot, even if a folder
/// has this name.
bool is_file(const std::string& path_or_name);

}  // namespace invdyn
