#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../../robot/model/robot.h"
#include "joint_extent.h"

namespace invdyn {

/// Each is what to say of a motion whose numbers look like those of another unit; none: they do not.

/// Of positions that were read as radians.
std::optional<std::string> degrees_doubt(const Robot& robot, const std::vector<JointExtent>& joints);
/// Of positions that were read as degrees: they would be sound as radians too.
std::optional<std::string> radians_doubt(const Robot& robot, const std::vector<JointExtent>& joints);
/// Of times that were read as s. `step`: their median step; `is_given`: by an option.
std::optional<std::string> clock_doubt(const Robot& robot, const std::vector<JointExtent>& joints,
                                       double step, bool is_given);

}  // namespace invdyn
