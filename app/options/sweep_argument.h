#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "answers/sizing/sweep.h"
#include "ground/base/error.h"
#include "robot/model/robot.h"

namespace invdyn {

/// The sweeps of options --sweep. `payload=FROM:TO:STEP`, in kg, with `link=NAME` and `com=X,Y,Z` if it is
/// not at the origin of the robot's last link. `speed=FROM:TO:STEP`, as multiples of the motion's own speed.
/// `ratio=FROM:TO:STEP`, gear ratios of the joint `joint=NAME`. Each at most once. Notes if steps do not end
/// at TO. Throws UsageError.
SweepRequest sweep_argument(const std::vector<std::string>& texts, const Robot& robot, const Warn& note);

/// Shells complete the fields and the names of links and joints.
CLI::Option* offer_sweep(CLI::Option* option);

}  // namespace invdyn
