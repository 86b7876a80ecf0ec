#pragma once

#include <optional>
#include <string>
#include <vector>

#include "unit_doubts.h"

namespace invdyn {

/// Whether the numbers of joints without position limits look like degrees that were read as radians.
struct FreeAngleDoubt {
  std::string text;  ///< without what to type
  bool is_question;  ///< a slow motion, or poses: sound ones can look like it
  bool may_be_degrees = true;
};
/// A mass beside the axis is several turns away, at any speed; if the joint is continuous or turns without
/// a stop, it turns back, or stops there. Wheels and propellers are balanced, and screws and
/// cranks go on in one direction.
std::optional<FreeAngleDoubt> free_angle_doubt(const Robot& robot, const MotionTrack& track,
                                               const std::vector<AngleExtent>& angles, bool is_motion);

}  // namespace invdyn
