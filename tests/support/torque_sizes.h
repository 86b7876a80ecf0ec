#pragma once

#include "support/virtual_work.h"

namespace invdyn::test {

/// What rounding is to be measured by: for each joint the sum of the magnitudes (forces times arms, moments)
/// that add up to its torque, over the links that it moves; N m or N. A link weighs in with what it weighs
/// itself, so that this stays a fair measure however unlike the masses are: a joint that moves nothing heavy
/// has a small size. Links alone, without rotors and friction.
Vector torque_sizes(const Robot& robot, const State& state, const Eigen::Vector3d& gravity);

}  // namespace invdyn::test
