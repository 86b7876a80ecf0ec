#pragma once

#include <functional>

#include "dynamics/core/trajectory_torques.h"

namespace invdyn::test {

/// A path q(p), 0 <= p <= 1, with its derivatives.
struct KnownPath {
  std::function<Eigen::VectorXd(double p)> q, dq, ddq;
};

/// Whether a moment keeps all limits.
using Keeps =
    std::function<bool(const Eigen::ArrayXd& dq, const Eigen::ArrayXd& ddq, const Eigen::ArrayXd& tau)>;

/// The shortest time along a path, s, by dynamic programming over a grid of p and dp/dt, up to `top`: no
/// quadratics, no terms of torques, only moments that keep the limits or do not. Speeds of the grid lose time
/// in proportion to their distance: the result is the line through those of two grids, at distance 0.
double searched_time(const KnownPath& path, const TrajectoryTorques& dynamics, const Keeps& keeps, double top,
                     std::size_t steps = 48, std::size_t speeds = 400);

}  // namespace invdyn::test
