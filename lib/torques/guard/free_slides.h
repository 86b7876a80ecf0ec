#pragma once

#include <optional>
#include <string>

#include "../../robot/model/robot.h"
#include "motion_track.h"

namespace invdyn {

/// Whether a prismatic joint without position limits looks like one in mm that was read as m.
struct FreeSlideDoubt {
  std::string text;
  bool is_question;  ///< poses or a slow motion: sound ones can look like it
};
/// The joint accelerates as no robot does; or an arm carries it to a place far beyond the arm's reach.
std::optional<FreeSlideDoubt> free_slide_doubt(const Robot& robot, const MotionTrack& track, bool is_motion);

}  // namespace invdyn
