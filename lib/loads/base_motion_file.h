#pragma once

#include <string>
#include <vector>

#include "../trajectory/sampled_motion.h"

namespace invdyn {

/// The columns of a base's motion, in the order of the joints of Robot::on_moving_base(): x, y, z in m along
/// the axes of the world, then yaw, pitch and roll in rad (with `degrees`, in degrees).
const std::vector<std::string>& base_motion_columns();

/// Reads how a base moves from a CSV file: `t` and at least one of these columns, the others being zero, with
/// rates as `dx` and `ddx` where all that are there have them. What is missing comes of central differences.
/// Throws Error; `passed_over` gets the columns that are none of these.
SampledMotion read_base_motion(const std::string& path, bool degrees, std::vector<std::string>& passed_over);

}  // namespace invdyn
