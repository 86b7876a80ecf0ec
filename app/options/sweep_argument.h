#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "robot/robot.h"
#include "sizing/sweep.h"

namespace invdyn {

/// What options --sweep ask for: `payload=FROM:TO:STEP`, in kg, with `link=NAME` and `com=X,Y,Z` beside it
/// where it is not at the origin of the robot's last link; `speed=FROM:TO:STEP`, as multiples of the motion's
/// own. Each at the most once. Notes where steps do not end at TO. Throws UsageError.
SweepRequest sweep_argument(const std::vector<std::string>& texts, const Robot& robot, const Warn& note);

}  // namespace invdyn
