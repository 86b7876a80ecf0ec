#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "motion_track.h"

namespace invdyn {

/// Values of windows of 20 ms, or from point to point, in the runs of a motion.
using WindowValues = std::vector<std::vector<double>>;
using JointColumns = std::vector<std::vector<double>> MotionTrack::Run::*;

/// Of the change of a column over each window, divided by its time: of q velocities, of dq accelerations, of
/// an integral means.
WindowValues rates_of(const MotionTrack& track, JointColumns column, std::size_t joint, double window = 0.02);
/// Of a column at the beginning of each window.
WindowValues values_of(const MotionTrack& track, JointColumns column, std::size_t joint);

double largest_of(const WindowValues& values);
/// The largest magnitude that two consecutive values exceed, less what noise makes of it.
double steady_peak(const WindowValues& values);

}  // namespace invdyn
