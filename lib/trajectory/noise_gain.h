#pragma once

#include <optional>
#include <span>

#include "differentiate.h"

namespace invdyn {

/// What becomes of white noise, and of motion, on the way from measured rows to a quantity, in rows `step`
/// apart and far from the ends. From the weights that a row's result gives to the rows around it, as
/// differentiate() has them, and the frequency response of LowPass. Where the rows are those of a spline
/// through measured ones, all is told of these: see SplineNoise.
struct Response {
  double noise_gain;  ///< standard deviation of the quantity, for noise of standard deviation 1 on each row
  double delay;       ///< s, by which slow motion comes late
  double bandwidth;   ///< Hz, up to which a sinusoid has at least 1/sqrt(2) of its true amplitude
};

/// Of each quantity that is not as it was measured. Noise is on q, rad or m; where dq is given, on dq.
struct Responses {
  std::optional<Response> q, dq, ddq;
};

/// step: s. lowpass: the cut-off in front of the differences, Hz. measured: the times of the rows that were
/// resampled, s, at least two; none: nothing was. Throws UsageError where the cut-off does not go with the
/// step.
Responses responses(Differentiation how, double step, std::optional<double> lowpass = {},
                    std::span<const double> measured = {});

/// Whether a low-pass of resampled rows reaches over so many of them that its noise gain would take too long.
bool reaches_too_far(double lowpass, double step, std::span<const double> measured);

}  // namespace invdyn
