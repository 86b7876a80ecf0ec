#pragma once

#include <vector>

#include "name_reading.h"

namespace invdyn {

/// The pose of a floating base under names of other programs: `root_pos_x` ... `root_rot_w`,
/// `pose.position.x`, `px` ... `qw`; or `x`, `y`, `z`, `roll`, `pitch`, `yaw`. Each of them; empty: there is
/// no pose, or several. Twists are not taken, because no name tells their axes.
std::vector<ColumnMapping> base_mappings(const UnreadColumns& columns);

}  // namespace invdyn
