#pragma once

#include <cstddef>
#include <vector>

#include "motion_track.h"

namespace invdyn {

/// Values of windows of 20 ms, or from point to point, in the runs of a motion.
using WindowValues = std::vector<std::vector<double>>;

/// Of the change of a column over each window, divided by its time: of q velocities, of dq accelerations, of
/// an integral means.
WindowValues rates_of(const MotionTrack& track, MotionTrack::Column column, std::size_t joint,
                      double window = 0.02);
/// Means of a column over each window, by its ends.
WindowValues means_of(const MotionTrack& track, MotionTrack::Column column, std::size_t joint);
/// The least speed at the points of each window, in the direction of the first one; 0 or less: the joint
/// rests or turns back there.
WindowValues least_speeds(const MotionTrack& track, std::size_t joint);

double largest_of(const WindowValues& values);
/// The largest magnitude that two consecutive values exceed, less what noise makes of it; 0: it is below
/// `least`.
double steady_peak(const WindowValues& values, double least);
/// The value that this share of them exceeds in magnitude; 0: there are none.
double exceeded_in(double share, const WindowValues& values);

/// From point to point, s.
double median_step(const MotionTrack& track);

}  // namespace invdyn
