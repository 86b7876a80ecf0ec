#pragma once

#include "support/random_robot.h"

namespace invdyn::test {

// Serial robots whose axes stand in the ways that Denavit-Hartenberg parameters find difficult.

// `massless` is the share of links that weigh nothing.

/// Axes at right angles, parallel, opposite, meeting, coincident or crossing, by chance, turned and sliding.
RobotDescription square_chain(Random& random, std::size_t joints, double prismatic, double massless = 0.1);

/// Successive axes that miss being parallel by the given angle, in rad.
RobotDescription nearly_parallel_chain(Random& random, std::size_t joints, double angle,
                                       double massless = 0.1);

/// Revolute joints with the masses that Sasaki's scalar arrays take: the centre of mass half-way back along
/// the link's vector, no products of inertia, gravity along -z_0. All formulations take it.
RobotDescription half_way_chain(Random& random, std::size_t joints, double massless = 0.1);

}  // namespace invdyn::test
