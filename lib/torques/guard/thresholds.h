#pragma once

#include <cstddef>
#include <numbers>

/// What makes a motion doubtful. The study in tests/torques/guard (INVDYN_STUDY=10) chose these figures: one
/// word on 2,000 sound motions of 12 robots, at 50 Hz to 8 kHz, with noise, rounding, lag, uneven clocks,
/// repeated rows and wrapped angles. In brackets: how many of 600 planted faults that change a torque by 5 %
/// were told. On 610 published robots noise added a word to one of 960 motions.
namespace invdyn::doubtful {

/// Degrees read as radians (100 %): this far outside a limit, rad, and no full turn away from what is within;
/// or this many times as fast as the limit, in this share of the motion.
inline constexpr double excess = 0.35, times_as_fast = 5, share_of_motion = 0.1;
/// As degrees, one joint may be outside its limits for each of so many that are as radians.
inline constexpr std::size_t joints_to_one = 3;
/// Read in the other unit, positions may be this far outside the limits, rad, and speeds this many times the
/// limits.
inline constexpr double tolerance = 0.1, speed_in_other_unit = 1.3;
/// The same of a joint without position limits (100 %): this acceleration of what it carries, m/s^2, so far
/// from its axis, m. Below it, at any speed, a question beyond three turns from zero.
inline constexpr double swing = 100, lever = 0.01, three_turns = 6 * std::numbers::pi;
/// Radians read as degrees (98.7 %): what the numbers reach at least, rad. Numbers of a joint without limits
/// reach at most two turns.
inline constexpr double some_angle = 0.3, two_turns = 4 * std::numbers::pi;

/// Millimetres read as m: so far outside a limit, m, or so many times the way between both; and at most so
/// far if they are read as mm.
inline constexpr double far_outside = 5, ways_outside = 20, hardly_outside = 0.01;

/// The same of a prismatic joint without position limits, which accelerates as swing says, on average over
/// this time, s. At any speed, a question beyond so many times the robot's reach, or so many m.
inline constexpr double thrust = 0.1, reaches = 50;

/// A clock in ms (99.7 %): its median step, s, and the speed of every joint that moves, as a part of its
/// limit.
inline constexpr double long_step = 0.1, part_of_speed = 1.0 / 400;
/// The same part if the times are 0, 1, 2 and so on, as counts of rows are: a question above part_of_speed,
/// as every slow motion with a row each second is like it.
inline constexpr double part_of_speed_of_count = 1.0 / 40;
/// A given step that is longer is rather the inverse of one, s: a step in place of a rate. Logs have more
/// than 20 rows in a second, and steps in ms are shorter.
inline constexpr double rate_as_step = 45;
/// The speed limit of a joint that has none, rad/s and m/s.
inline constexpr double usual_turn = std::numbers::pi, usual_slide = 1;
/// A joint moves if its positions span this, rad or m.
inline constexpr double moves = 0.01;

/// A column of derivatives: the share of the increments that it leaves unexplained, with any lag up to this,
/// s. Velocities of all joints in deg/s, rpm, of ms or reversed 99.3 to 99.7 %, of one joint 91 to 93 %;
/// accelerations 97 to 98 %.
inline constexpr double unexplained = 0.5, lag = 0.3;
/// A column that is no multiple of the derivative leaves this share, and is so many times as clear of noise:
/// torques as velocities 99 %, as accelerations 95.5 %.
inline constexpr double unlike = 0.6, clearer = 1.5;
/// Increments count if their mean square is this multiple of the noise's. What is not told is below it.
inline constexpr double times_noise = 25;
/// And if their RMS is that of this speed, per s: slower ones are rounded to nothing in some logs.
inline constexpr double speed = 0.01;
/// The column is a multiple of the derivative if their correlation, squared, is above this. The multiple has
/// a name if it is within this part of it.
inline constexpr double correlated = 0.9, near_factor = 0.2;
/// Over increments of 64 points it is one above this too, however little it leaves: half the derivative
/// leaves a quarter. Over shorter ones, which see the corners of a motion, it is one above the second, if it
/// is farther from 1 and no lag explains it as well (99 %).
inline constexpr double surely_correlated = 0.99, surely_correlated_soon = 0.996, near_factor_soon = 0.3;

/// Velocities (99.5 %) and torques (98.3 %): this multiple of the limit, for so many rows and so long, s, or
/// on average over 40 ms; or so many rows far beyond the limit, however short.
inline constexpr double beyond_limit = 1.01, held_time = 0.02, far_beyond_limit = 20;
inline constexpr std::size_t held_rows = 8;

/// Torques that are beyond the limit for a shorter time: this multiple, after so many rows, whose differences
/// assume rest before them.
inline constexpr double brief_excess = 1.5;
inline constexpr std::size_t first_rows = 3;

/// A term of a drive (95 %): the share of its peak in that and the rest's. It is large, too: this part of the
/// joint's limit or, in a motion faster than this part of a usual speed, the largest torque of the arm
/// without it; or it is so in half of the joints. So friction of published wrists (UR, Panda, FR3, iiwa)
/// stays unsaid, and what only steadies a simulation (ViperX, ALOHA, Z1, low-cost arms) is told.
inline constexpr double swallowing = 0.8, part_of_limit = 0.5, part_of_usual_speed = 0.2;

/// A filter of derivatives is too strong if it takes this part of the velocities, beyond the noise.
inline constexpr double filtered_out = 0.05;

/// Lost rows (45 %; the rest is in noise): a step so many times as long as both beside it, one of which is at
/// least this part of the other; this part of the long steps is at even distances.
inline constexpr double longer_step = 2.5, alike = 0.5, regular = 0.8;

/// A time without rows (99 %): so many times the usual step; and the way of a joint across it as a multiple
/// of the longest beside it, more than large_step too. A clock that jumps: steps differ by less than this
/// part from those beside them.
inline constexpr double hole = 10, way_across = 5, same_step = 0.25;

/// A file of loads over time in ms: the time that it covers, as a multiple of the motion's.
inline constexpr double least_of_thousand = 500, most_of_thousand = 2000;

/// Single rows of large torque (86 % of one or two wrong rows): all others have less than this part of the
/// peak. So many rows at once at most, and in all; of so many rows at least.
inline constexpr double part_of_peak = 0.1;
/// The same of second differences of positions that are smoothed (90 %), or that have velocities (91 %).
inline constexpr double part_of_bend = 0.05;
/// And the joint jumps there: a step larger than those of coarse encoders, rad or m, or a change of its step
/// by so many times the smallest step of its positions; or the time does (24 %; the rest is in noise and
/// uneven clocks): a step from row to row is less than this part of the one before.
/// 4 ms after 5 ms count, however they are rounded.
inline constexpr double large_step = 0.01, resolutions = 3, uneven = 0.81;
inline constexpr std::size_t least_single_rows = 5, most_single_rows = 32, enough_rows = 50;
/// At most one of so many rows is large, or bends.
inline constexpr std::size_t rows_to_one = 20, rows_to_bend = 50;

inline constexpr std::size_t most_sentences = 5;

}  // namespace invdyn::doubtful
