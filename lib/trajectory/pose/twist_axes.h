#pragma once

#include "quaternion.h"

namespace invdyn {

/// The axes of a base's velocity and angular velocity in a file. world: of the world, both; body: of the
/// base, both; mujoco: velocity in the world's, angular velocity in the base's. Derivatives are those of the
/// components, which is what programs with these axes call acceleration.
enum class TwistAxes { world, body, mujoco };

/// Velocity of the base's origin, angular velocity, and the time derivatives of their components.
struct Twist {
  Eigen::Vector3d v, w, dv, dw;
};

/// In the axes of `mujoco`, those of Block::Base, of a twist in a file; `q`: from the base to the world. With
/// the axes of the base, the acceleration is R (dv + w x v).
Twist twist_from(TwistAxes axes, const Quaternion& q, const Twist& twist);

/// The other way.
Twist twist_to(TwistAxes axes, const Quaternion& q, const Twist& twist);

}  // namespace invdyn
