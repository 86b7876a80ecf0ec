#pragma once

#include <optional>
#include <span>

#include "differentiate.h"

namespace invdyn {

/// The effect of differentiation and filters on white noise and on motion, from measured rows to a quantity.
/// It holds for rows `step` apart, far from the ends. It is computed from the weights of differentiate() and
/// the frequency response of LowPass. If the rows come from a spline through measured rows, it refers to the
/// measured rows: see SplineNoise.
struct Response {
  double noise_gain;  ///< standard deviation of the quantity for noise of standard deviation 1 on each row
  double delay;       ///< s, of slow motion
  double bandwidth;   ///< Hz; up to it a sinusoid keeps at least 1/sqrt(2) of its amplitude
};

/// One Response for each quantity that differs from its measured values. The noise is on q, rad or m; if dq
/// is given, on dq.
struct Responses {
  std::optional<Response> q, dq, ddq;
};

/// step: s. lowpass: the cut-off before the differences, Hz. measured: the times of the rows before
/// resampling, s, at least two; empty: no resampling. Throws UsageError if the cut-off does not fit the step.
Responses responses(Differentiation how, double step, std::optional<double> lowpass = {},
                    std::span<const double> measured = {});

/// Whether a low-pass covers so many resampled rows that computing its noise gain would take too long.
bool reaches_too_far(double lowpass, double step, std::span<const double> measured);

}  // namespace invdyn
