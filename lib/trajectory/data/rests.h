#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace invdyn {

/// How long a joint stays in place where it rests, if nothing else is set, s.
inline constexpr double usual_rest = 0.1;

/// A joint that is slower than this part of its top speed, or than so many standard deviations of the noise
/// on its velocity, rests or reverses: the direction of its dry friction is not certain.
inline constexpr double slow_part = 0.02, slow_deviations = 4;

/// Where a joint rests: where its measured positions stay within their noise for some time.
struct Rests {
  /// Rows [begin, end) at a position.
  struct Rest {
    std::size_t begin, end;
    double place;
    bool varies;  ///< the positions are not all the same
  };
  double band;  ///< the range in which nearly all noise lies
  std::vector<Rest> all;
};

/// duration: s.
Rests find_rests(std::span<const double> t, std::span<const double> measured, double duration);

/// The rows, in order, in which a filter of this cut-off, Hz, mixes a motion with the rest or the reversal
/// before or after it, or with the end of the log: dry friction jumps there, and a filtered torque does not.
/// Of each motion they are at most half.
std::vector<std::size_t> blurred_rows(std::span<const double> t, std::span<const double> dq, double cutoff);

/// Sets the velocity to zero in these rests. Without it, the velocity of a resting joint is small noise of
/// either sign, and so dry friction has its full torque, in a direction that changes all the time.
///
/// `smooth`: the positions from which dq is. A motion begins before the positions leave the noise: its begin
/// and its end are extrapolated, as if it grew by the cube of time. There the velocity goes to zero in a
/// straight line. Returns the rows, in order, in which the joint may rest or move: around these times.
std::vector<std::size_t> hold_rests(std::span<const double> t, const Rests& rests,
                                    std::span<const double> smooth, std::span<double> dq);

}  // namespace invdyn
