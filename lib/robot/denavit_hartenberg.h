#pragma once

#include <Eigen/Geometry>

namespace invdyn {

/// The constant parts of a joint's pose on either side of its motion along or about z.
struct JointPlacement {
  Eigen::Isometry3d T_parent_joint, T_joint_link;
};

/// Standard form [Lee et al. 1982, (2.1)]: Rz(theta) Tz(d) Tx(a) Rx(alpha), the link's frame at the far end
/// of the link. Pass the constant part of theta or d; the motion commutes with it, both being about z. rad,
/// m.
JointPlacement standard_dh(double a, double alpha, double d, double theta);

/// Modified form [Craig, Introduction to Robotics, (3.6)]: Rx(alpha) Tx(a) Rz(theta) Tz(d), the link's frame
/// on its own joint's axis; `a` and `alpha` are those of the link before.
JointPlacement modified_dh(double a, double alpha, double d, double theta);

}  // namespace invdyn
