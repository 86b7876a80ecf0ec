#pragma once

#include <optional>

#include "motion_track.h"

namespace invdyn {

/// Compares a joint's column of derivatives, by its integral, with the values whose derivative it should be.
/// None: increments of both are the same, at some lag, or there is too little motion to judge it. Else the
/// column is so many times the derivative; 0: it is no multiple of it.
std::optional<double> wrong_factor(const MotionTrack& track, MotionTrack::Column values,
                                   MotionTrack::Column integral, std::size_t joint);

/// What a filter took from a joint's velocities: the RMS of the steps between positions that the velocities
/// do not explain, as a part of all steps. 0: they are within the noise.
double part_filtered_out(const MotionTrack& track, std::size_t joint);

}  // namespace invdyn
