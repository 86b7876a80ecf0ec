#pragma once

#include "support/random_robot.h"

namespace invdyn::test {

// Serial robots with axes that are difficult for Denavit-Hartenberg parameters.

// `massless` is the share of links without mass.

/// Revolute and prismatic joints; the axes are at random at right angles, parallel, opposite, meeting,
/// coincident or crossing.
RobotDescription square_chain(Random& random, std::size_t joints, double prismatic, double massless = 0.1);

/// Successive axes that differ from parallel by the given angle, in rad.
RobotDescription nearly_parallel_chain(Random& random, std::size_t joints, double angle,
                                       double massless = 0.1);

/// Revolute joints with masses that fit Sasaki's scalar arrays: the centre of mass half-way back along the
/// link's vector, no products of inertia, gravity along -z_0. All formulations take these robots.
RobotDescription half_way_chain(Random& random, std::size_t joints, double massless = 0.1);

}  // namespace invdyn::test
