#pragma once

#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../data/sampled_motion.h"

namespace invdyn {

/// The columns of a base's motion: x, y, z in m along the axes of the world, then yaw, pitch and roll in rad
/// (with `degrees`, in degrees).
const std::vector<std::string>& base_motion_columns();

/// Whether a file of a base's motion must have the whole pose.
enum class PoseParts { some, all };

/// Reads the motion of a base from a file in any format of trajectories: the time (s) and at least one of
/// these columns, or a quaternion `qw`, `qx`, `qy`, `qz` in place of the angles; `base_x` is x, and so on.
/// Missing ones are zero. Rates `dx` and `ddx` are used if all present columns have them, and no quaternion;
/// otherwise they are central differences. Throws Error. Warns of other columns, and of quaternions whose
/// length is not quite 1.
SampledMotion read_base_motion(const std::string& path, bool degrees, PoseParts parts, const Warn& warn);

}  // namespace invdyn
