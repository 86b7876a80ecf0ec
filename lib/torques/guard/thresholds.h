#pragma once

#include <cstddef>
#include <numbers>

/// What makes a motion doubtful. The study in tests/torques/guard (INVDYN_STUDY=10) chose these figures: no
/// word on 2,000 sound motions of 12 robots, and of planted faults that change a torque by 5 % it told, in %:
/// degrees 100, radians 99, ms 99, velocities in deg/s or rpm, of ms, reversed 99 to 100, torques as
/// velocities 98; of one joint 92; accelerations 96 to 98; too fast 99, too heavy 98; lost rows 45 (the rest
/// is in noise).
namespace invdyn::doubtful {

/// Degrees read as radians: this far outside a limit, rad, and no full turn away from what is within; or this
/// many times as fast as the limit, in this share of the motion.
inline constexpr double excess = 0.35, times_as_fast = 5, share_of_motion = 0.1;
/// Read in the other unit, positions may be this far outside the limits, rad, and speeds this many times the
/// limits.
inline constexpr double tolerance = 0.1, speed_in_other_unit = 1.3;
/// Radians read as degrees: what the numbers reach at least, rad. Numbers of a joint without limits reach at
/// most two turns.
inline constexpr double some_angle = 0.3, two_turns = 4 * std::numbers::pi;

/// A clock in ms: its median step, s, and the speed of every joint that moves, as a part of its limit.
inline constexpr double long_step = 0.1, part_of_speed = 1.0 / 400;
/// The speed limit of a joint that has none, rad/s and m/s.
inline constexpr double usual_turn = std::numbers::pi, usual_slide = 1;
/// A joint moves if its positions span this, rad or m.
inline constexpr double moves = 0.01;

/// A column of derivatives: the share of the increments that it leaves unexplained, with any lag up to this,
/// s.
inline constexpr double unexplained = 0.5, lag = 0.3;
/// A column that is no multiple of the derivative leaves this share, and is so many times as clear of noise.
inline constexpr double unlike = 0.6, clearer = 1.5;
/// Increments count if their mean square is this multiple of the noise's.
inline constexpr double times_noise = 25;
/// And if their RMS is that of this speed, per s: slower ones are rounded to nothing in some logs.
inline constexpr double speed = 0.01;
/// The column is a multiple of the derivative if their correlation, squared, is above this. The multiple has
/// a name if it is within this part of it.
inline constexpr double correlated = 0.9, near_factor = 0.2;

/// Velocities and torques: this multiple of the limit, for so many rows and so long, s, or on average over 40
/// ms.
inline constexpr double beyond_limit = 1.01, held_time = 0.02;
inline constexpr std::size_t held_rows = 8;

/// A term of a drive: its share of the torque, RMS; its peak as a multiple of the rest's, and as a part of
/// the joint's limit, or else of the arm's largest torque without it; in a motion faster than this part of a
/// usual speed.
inline constexpr double swallowing = 0.8, times_the_rest = 4, large_term = 0.5, part_of_usual_speed = 0.2;

inline constexpr std::size_t most_sentences = 5;

}  // namespace invdyn::doubtful
