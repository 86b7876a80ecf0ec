#pragma once

#include <string>
#include <vector>

#include "support/random_robot.h"

namespace invdyn::test {

// Serial robots whose axes stand in the ways that Denavit-Hartenberg parameters find difficult.

/// Axes at right angles, parallel, opposite, meeting, coincident or crossing, by chance, turned and sliding.
Robot square_chain(unsigned long seed, std::size_t joints, double prismatic);

/// Successive axes that miss being parallel by the given angle, in rad.
Robot nearly_parallel_chain(unsigned long seed, std::size_t joints, double angle);

/// Revolute joints with the masses that Sasaki's scalar arrays take: the centre of mass half-way back along
/// the link's vector, no products of inertia, gravity along -z_0. All formulations take it.
Robot half_way_chain(unsigned long seed, std::size_t joints);

}  // namespace invdyn::test
