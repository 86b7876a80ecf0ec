#pragma once

#include "support/virtual_work.h"

namespace invdyn::test {

/// Reference sizes for rounding errors. For each joint: the sum of the magnitudes (forces times arms,
/// moments) that add up to its torque, over the links that it moves; N m or N. Each link contributes only its
/// own mass, so the measure stays fair for very unequal masses: a joint that moves nothing heavy has a small
/// size. Links alone, without rotors and friction.
Vector torque_sizes(const Robot& robot, const State& state, const Eigen::Vector3d& gravity);

}  // namespace invdyn::test
