#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "robot/model/robot.h"

namespace invdyn {

/// The joints that an option holds at a position, from texts such as `elbow=0.3,wrist=-1`, in rad or m; with
/// `degrees` in degrees for joints that turn. At least one joint stays free. Throws UsageError.
std::vector<JointLock> locks_argument(const std::string& option, const std::vector<std::string>& texts,
                                      const Robot& robot, bool degrees);

/// Shells complete `JOINT=`.
CLI::Option* offer_joint_values(CLI::Option* option);

}  // namespace invdyn
