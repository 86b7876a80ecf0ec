#pragma once

#include <Eigen/Geometry>

namespace invdyn {

/// The constant parts of a joint's pose before and after its motion along or about z.
struct JointPlacement {
  Eigen::Isometry3d T_parent_joint, T_joint_link;
};

/// Standard form [Lee et al. 1982, (2.1)]: Rz(theta) Tz(d) Tx(a) Rx(alpha), the link's frame is at the far
/// end of the link. Pass the constant part of theta or d; it commutes with the motion, because both are about
/// z. rad, m.
JointPlacement standard_dh(double a, double alpha, double d, double theta);

/// Modified form [Craig, Introduction to Robotics, (3.6)]: Rx(alpha) Tx(a) Rz(theta) Tz(d), the link's frame
/// is on its own joint's axis; `a` and `alpha` belong to the previous link.
JointPlacement modified_dh(double a, double alpha, double d, double theta);

}  // namespace invdyn
