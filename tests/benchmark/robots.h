#pragma once

#include <cstddef>
#include <string>

#include "support/random_robot.h"

namespace invdyn::bench {

/// A chain of revolute joints with random poses and masses, without drives.
RobotDescription random_chain(std::size_t joints);

/// A tree in which a third of the joints branch off earlier links and a quarter is prismatic.
RobotDescription random_tree(std::size_t joints);

/// The same with masses in a base that floats.
RobotDescription random_floating_tree(std::size_t joints);

/// The description as a robot file.
std::string robot_json(const RobotDescription& description);

}  // namespace invdyn::bench
