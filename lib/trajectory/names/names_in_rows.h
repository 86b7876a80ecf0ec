#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "column_target.h"

namespace invdyn {

/// The names in a field of a row: elbow and wrist of `['elbow', 'wrist']`.
std::vector<std::string> names_in_field(std::string_view field);

/// A row without header as `ros2 topic echo --csv` prints messages of type JointState: seconds, nanoseconds
/// and frame, the names of the joints, then their positions, and maybe velocities and efforts. The mappings
/// by column number; empty: it is no such row, or the names are not those of all moving joints.
std::vector<ColumnMapping> mappings_of_row(const std::vector<std::string>& fields, const Robot& robot,
                                           bool with_torques);

}  // namespace invdyn
