#pragma once

#include <optional>
#include <string>
#include <vector>

#include "motion_track.h"

namespace invdyn {

/// What an angle reaches, rad, and its speeds, rad/s; 0: none is known.
struct AngleExtent {
  const Joint* joint;
  std::size_t index;  ///< in q
  double lowest, highest;
  double usual_speed;  ///< exceeded in a share of the motion
  double high_speed;   ///< all but outliers
  /// More than a turn from zero, in so many points that no wrong rows alone can be the reason.
  bool is_beyond_a_turn;

  double farthest() const { return -lowest > highest ? lowest : highest; }
};
/// Of each revolute joint. Rows that are no motion have no speeds.
std::vector<AngleExtent> angle_extents(const Robot& robot, const MotionTrack& track, bool is_motion);

/// Whether all joints keep their limits if their numbers are so many times as large.
bool keep_limits(const std::vector<AngleExtent>& angles, double scale);

/// Each is what to say of a motion whose numbers look like those of another unit; none: they do not.

/// Of positions that were read as radians, without what to type.
std::optional<std::string> degrees_doubt(const std::vector<AngleExtent>& angles);
/// The same where one joint alone is in degrees, and the others move as in radians.
std::optional<std::string> degrees_of_one_doubt(const std::vector<AngleExtent>& angles);
/// Of positions that were read as degrees: they would be sound as radians too.
std::optional<std::string> radians_doubt(const std::vector<AngleExtent>& angles);
/// Of positions of prismatic joints that were read as m.
std::optional<std::string> millimetres_doubt(const Robot& robot, const MotionTrack& track);
struct ClockDoubt {
  std::string text;    ///< without what to type
  std::string option;  ///< what to type
  bool is_question;    ///< sound slow motions with a row each second can look like it
};
/// Of times that were read as s. `is_given`: the step, by an option. `are_degrees`: angles that were read as
/// radians are taken for degrees.
std::optional<ClockDoubt> clock_doubt(const Robot& robot, const MotionTrack& track, bool is_given,
                                      bool are_degrees);

}  // namespace invdyn
