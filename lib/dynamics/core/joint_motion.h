#pragma once

#include <span>

namespace invdyn {

/// Positions, velocities and accelerations of all moving joints at one instant, in the order of
/// Robot::moving_joints(). rad or m, per s, per s^2.
template <class T>
struct JointMotion {
  std::span<const T> q, dq, ddq;
};

}  // namespace invdyn
