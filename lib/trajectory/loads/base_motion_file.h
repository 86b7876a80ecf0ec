#pragma once

#include <string>
#include <vector>

#include "../data/sampled_motion.h"

namespace invdyn {

/// The columns of a base's motion, in the order of the joints of Robot::on_moving_base(): x, y, z in m along
/// the axes of the world, then yaw, pitch and roll in rad (with `degrees`, in degrees).
const std::vector<std::string>& base_motion_columns();

/// Reads the motion of a base from a CSV file: `t` (s) and at least one of these columns; missing ones are
/// zero. Rates `dx` and `ddx` are used if all present columns have them; otherwise they are central
/// differences. Throws Error. `passed_over` gets the names of all other columns.
SampledMotion read_base_motion(const std::string& path, bool degrees, std::vector<std::string>& passed_over);

}  // namespace invdyn
