#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "motion_track.h"

namespace invdyn {

/// How a column of derivatives, by its integral, goes with the values whose derivative it should be.
struct DerivativeFit {
  double factor = 1;  ///< the column is so many times the derivative, if it is a multiple of it; else 0
};

/// One joint in a run: values and the integral of their given derivative.
struct IntegratedPair {
  std::span<const double> t, values, integral;
};

/// None: increments of the values are those of the integral, at some lag, or there is too little motion to
/// judge it.
std::optional<DerivativeFit> wrong_derivative(const std::vector<IntegratedPair>& runs);

}  // namespace invdyn
