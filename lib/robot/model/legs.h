#pragma once

#include <optional>
#include <string>
#include <utility>

#include "robot.h"

namespace invdyn {

/// Two links at which legs end, by their names: foot, ankle, calf, toe and the like. None without two such
/// branches of two or more joints each, or if slides carry them, as in planar models of walking. Such a robot
/// hardly stands on a fixed base.
std::optional<std::pair<std::string, std::string>> feet(const Robot& robot);

}  // namespace invdyn
