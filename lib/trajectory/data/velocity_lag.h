#pragma once

#include <optional>
#include <span>

namespace invdyn {

/// The time by which a column of velocities lags behind its positions, s; negative if it is ahead. It is the
/// maximum of their cross-correlation, within 0.5 s and a quarter of the rows. None: the motion does not
/// show it, or the lag does not matter: up to 1.5 steps, 5 ms, or little change within the lag.
std::optional<double> velocity_lag(std::span<const double> t, std::span<const double> q,
                                   std::span<const double> dq);

}  // namespace invdyn
