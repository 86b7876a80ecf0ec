#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../model/robot.h"

namespace invdyn {

struct MjcfReading {
  std::vector<std::string> fixed = {};  ///< names of free and ball joints to take as fixed
  bool fix_all = false;                 ///< take every free and ball joint as fixed
  /// false: every free joint counts as fixed. true: without a free joint, the only body of the world that
  /// has no joint floats. None: a body floats by its free joint.
  std::optional<bool> base_floats = {};
  bool include_outside = false;  ///< also include files outside the folder of the robot's file
  std::function<void(RobotDescription&)> edit = {};  ///< changes what the file says before it is checked
};

struct MjcfRobot {
  Robot robot;
  std::vector<std::string> unused = {};  ///< parts of the files that are not used, each with its place
  std::vector<std::string> fixed = {};   ///< free and ball joints that are taken as fixed
  std::vector<std::string> parts = {};   ///< paths of the other files that were read
  std::vector<std::string> notes = {};   ///< worth telling of a sound file, as masses that differ by version
};

/// Reads a robot from the text of an MJCF file (https://mujoco.readthedocs.io/en/stable/XMLreference.html),
/// by the rules of MuJoCo 2.2.2. lib/THEORY.md lists the parts that are used. `file` is its name in errors
/// and warnings, and its folder holds the files that it names. Throws Error with file, line and element.
MjcfRobot read_mjcf(const std::string& text, const std::string& file, const MjcfReading& reading,
                    const Warn& warn);

}  // namespace invdyn
