#pragma once

#include <string>
#include <vector>

#include "joint_rating.h"
#include "operating_points.h"

namespace invdyn {

/// A distance of ticks: 1, 2 or 5 times a power of ten, at least `least` > 0.
double tick_step(double least);

/// Torque over speed of a joint or its motor, as SVG to stand inside a page: the rows of all motions, and the
/// limits that are given, in all four quadrants.
std::string speed_torque_picture(const JointRating& rating, const std::vector<OperatingPoints>& motions,
                                 std::size_t joint);

}  // namespace invdyn
