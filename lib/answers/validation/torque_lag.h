#pragma once

#include <cstddef>
#include <optional>

#include "row_runs.h"

namespace invdyn {

/// By how much the measured torque comes after the computed one.
struct TorqueLag {
  double seconds;  ///< negative: before it
  double rows;
  double part;  ///< residual squares at this lag over those without a lag
  double left;  ///< part of the variance of the measured torque that the fit leaves at this lag
};

/// The maximum of the cross-correlation of measured and computed torque of a joint, within 0.5 s and a
/// quarter of the runs. Each shifted measured torque is fitted by the computed torque, the sign of the
/// velocity, the velocity and the acceleration: so missing friction, which lags behind or runs ahead of the
/// rest, is no lag. None: the rows are too few, or fit equally well with any lag.
std::optional<TorqueLag> torque_lag(const RowRuns& rows, std::size_t joint);

/// A short lag, with its standard error: by the slope of the computed torque over time, in rows in which the
/// joint moves. Beside noise, the maximum of the correlation is not this certain.
struct LagBySlope {
  double seconds, error;
  double step;  ///< from row to row, s
  double left;  ///< part of the variance of the measured torque that the fit leaves
};
/// None: the joint rests, or the rows are too few.
std::optional<LagBySlope> lag_by_slope(const RowRuns& rows, std::size_t joint);

}  // namespace invdyn
