#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The links at which legs end, by their names: foot, ankle, calf, toe and the like. None without two such
/// branches of two or more joints each, or if slides carry them, as in planar models of walking. A robot with
/// feet hardly stands on a fixed base.
std::vector<std::size_t> feet(const Robot& robot);

/// `"left_foot" and "right_foot"`. Empty if there are none.
std::string text_of_feet(const Robot& robot);

}  // namespace invdyn
