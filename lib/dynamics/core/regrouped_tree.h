#pragma once

#include <optional>
#include <vector>

#include "../../lanes/kernel/tree_body.h"
#include "../../robot/model/robot.h"
#include "loads.h"

namespace invdyn {

/// A robot as the default recursion takes it: frames on the joints in modified Denavit-Hartenberg manner, and
/// base inertial parameters. See regrouped_tree.cpp for how they come about.
struct Tree {
  std::vector<TreeBody> bodies;  ///< each after its parent; chains lie side by side
  TreeWrench wrench;
  std::optional<BaseBody> base;  ///< none: it is at rest
};

/// The base moves if it floats. Then there must be no wrench, and gravity is left to the base's motion.
Tree regrouped_tree(const Robot& robot, const Loads& loads);

}  // namespace invdyn
