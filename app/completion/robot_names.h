#pragma once

#include <string>
#include <vector>

#include "command_line/offers.h"

namespace invdyn {

/// The robot on a command line, and the options that decide which of its joints move.
struct NamedRobot {
  std::string path_or_name;  ///< empty: none is given yet
  bool independent_mimics = false, include_outside = false;
};

/// A name with a word about it, such as `revolute`.
struct Candidate {
  std::string text, about;
};

/// Names of the robot's joints that move, of its links that may carry something, or of the joints that --fix
/// takes. None if the robot cannot be read, and none with characters that cannot be seen. Reads regular files
/// only and gives up after two seconds, as it runs while somebody types: then the process ends.
std::vector<Candidate> names_of(const NamedRobot& robot, RobotNames which);

}  // namespace invdyn
