#pragma once

#include <span>

namespace invdyn {

/// Sets the velocity to zero where a joint rests: where its measured positions stay within their noise for
/// `duration` (s). Without it, the velocity of a resting joint is small noise of either sign, and so dry
/// friction has its full torque, in a direction that changes all the time.
///
/// `measured`: positions with noise. `smooth`: the same positions without it, from which dq is. A motion
/// begins before the positions leave the noise: its begin and its end are extrapolated, as if it grew by the
/// cube of time. There the velocity goes to zero in a straight line.
void hold_rests(std::span<const double> t, std::span<const double> measured, std::span<const double> smooth,
                double duration, std::span<double> dq);

}  // namespace invdyn
