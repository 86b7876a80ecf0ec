#pragma once

#include <cstddef>

/// The limits of what `validate` says. tests/answers/validation/suspicion_test.cpp simulates the logs that
/// set them (robots, motions and noise by fixed seeds) and counts false and missed suspicions;
/// lib/DECISIONS.md has the figures.
namespace invdyn::threshold {

/// Fewer rows are refused: 32 blocks of rows and a lag need some.
inline constexpr std::size_t rows = 100;
/// rad or m: a robot whose joints all stay within this is at rest. Encoders and vibration move a held arm by
/// less than 1e-3.
inline constexpr double rest = 2e-3;

/// A coefficient must be so many of its standard errors, which hold for correlated residuals. Many suspicions
/// are asked for each joint, and the errors of 16 to 32 blocks are themselves uncertain.
inline constexpr double t_ratio = 6;

/// Scale of a joint: correlation of measured with computed torque, friction apart. Below it the slope of a
/// wrist says little, as its torque is mostly friction.
inline constexpr double scale_correlation = 0.8;
/// Measured over computed, against 1/gear ratio, the gear ratio or a power of ten: their quotient is within
/// this factor of 1. Losses of the gearbox and wrong masses move slopes.
inline constexpr double gear_factor = 1.6, decade_factor = 1.6;
/// A slope that is within this factor of 1 is a wrong parameter, not a wrong unit or side. A payload that the
/// model lacks makes slopes larger: loaded logs have another unit if most or their mean are smaller by
/// this factor.
inline constexpr double plain_factor = 3, least_factor_of_load = 2;

/// 10 or 0.1 is a unit if all slopes are within this part of it: torque constants at the joint are of that
/// size too, but differ.
inline constexpr double unit_part = 0.03;
/// A power of ten is none that is only within errors of more than this part of it.
inline constexpr double gross_error = 0.1;

/// A payload that the model lacks: the least part of the measured variances that the model leaves, friction
/// apart, as a mean over the joints, and how much of it a payload explains. A payload of more than this
/// multiple of the moving links is none.
inline constexpr double payload_left = 0.1, payload_explained = 0.8, payload_mass = 2;

/// Links that are wrong: the part of the measured variance that the model leaves, friction and rotor apart,
/// and how much of it other links explain in rows that they were not fitted to; and the part without any
/// cause that is told.
inline constexpr double links_left = 0.02, links_explained = 0.8, left_without_cause = 0.5;

/// A residual is noise if the mean square of its steps from row to row is more than this multiple of its
/// variance: white noise has 2, and 1 beside a smooth signal of the same size. The motion must have at most
/// the other multiple, else the torque of a wrong model need not be smooth either.
inline constexpr double noise = 1, smooth_motion = 0.1;

/// A dead channel: the part of a joint's moving rows in which its torque is 0, or stands still while the
/// computed torque, as means of so many rows, changes; and the variance of the computed torque in rows at 0,
/// relative to that in all rows: steps of a coarse channel have less. A channel of fewer steps is not looked
/// at.
inline constexpr double dead_part = 0.2, frozen_part = 0.1, frozen_rows = 10, standstill_part = 0.25,
                        few_steps = 10;

/// A frozen position: the least number of rows in which it stays the same, the change of speed at their begin
/// or end relative to the largest one of other rows (a joint that brakes has at most half of it), and the
/// variance of the measured torque in them, relative to that in other rows.
inline constexpr double hold_rows = 50, sudden_stop = 2, held_part = 0.1;

/// Spikes: how far a value is from the median of five, relative to the distance that this part of the rows
/// keeps, and to the range of half of the values; how many there are at least, and which part of the rows.
inline constexpr double usual_part = 0.9, spike_over_usual = 6, spike_over_range = 1, spikes = 3,
                        spike_part = 1e-3;

/// Angles in degrees: what the model explains of a joint as the angles are, and in degrees; and what is left
/// then, friction apart, relative to what any multiple of the model's torque leaves as the angles are.
inline constexpr double explained_in_wrong_unit = -8, explained_in_right_unit = 0.5,
                        left_in_right_unit = 0.25;

/// Gravity: the least variance of its torque, relative to that of the other torques and of the measured one,
/// the greatest share of it in a measured torque without it, and what the other terms must explain.
inline constexpr double gravity_part = 0.03, gravity_share = 0.2, gravity_explained = 0.5;

/// s: a shorter lag is named, but does not bar a fit.
inline constexpr double spoiling_lag = 0.01;

/// Torques beyond this factor of the computed ones are in another unit: masses that are left out of a file
/// make less.
inline constexpr double wrong_mass_factor = 30;

/// Exchanged joints: the part of the variance of a measured torque that the other joint's computed torque
/// leaves, its ratio to the part that its own leaves, and the least such part.
inline constexpr double exchanged_part = 0.5, exchanged_ratio = 0.4, exchanged_own = 0.1;

/// A lag: residual squares at the lag over those without it; the part of the measured variance that the fit
/// at the lag leaves; and the least lag, in rows, as backward differences of positions have up to 1. Noisy
/// accelerations make wide, shallow minima, which leave 0.06 or more.
inline constexpr double lag_part = 0.35, lag_left = 0.03, lag_rows = 1.5;
/// A lag on which the joints agree: its least size, s; by how many of their errors, and by which part of it,
/// they may differ from it. Two of them must be larger than that many errors.
inline constexpr double common_lag = 0.003, lag_errors = 3, lag_differs = 0.25;
/// A lag is shown if the best fit leaves at most this part of what the middle one of all lags leaves, and of
/// the measured variance.
inline constexpr double lag_shown_part = 0.5, lag_shown_left = 0.1;

/// Friction and rotor: the part of the residual that they explain of what a slope of the links' torque
/// leaves, and of the whole residual. Wrong masses make residuals with a part that goes as ddq.
inline constexpr double friction_part = 0.4, rotor_part = 0.6, considerable = 0.15;
/// Friction is far too large if the joint lacks this part of the model's.
inline constexpr double excess_part = 0.6;

/// What an inertia that goes with the other joints' positions may explain, relative to what a constant one
/// does. In logs with a zero off by up to 0.25 rad it is above this, but for 1 of 400.
inline constexpr double varying_inertia = 0.02;

}  // namespace invdyn::threshold
