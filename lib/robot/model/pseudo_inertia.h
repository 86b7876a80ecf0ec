#pragma once

#include <Eigen/Core>

#include "robot.h"

namespace invdyn {

/// m, m c, and I about the origin as xx, xy, xz, yy, yz, zz: the parameters of a link in a regressor.
using LinkParameters = Eigen::Matrix<double, 10, 1>;
/// [S h; h' m], with S the integral of r r' dm and h = m c.
using PseudoInertia = Eigen::Matrix4d;

/// From m, m c and I about the origin; and that I of them.
LinkParameters link_parameters(double mass, const Eigen::Vector3d& first_moment,
                               const Eigen::Matrix3d& inertia);
Eigen::Matrix3d inertia_about_origin(const LinkParameters& p);
LinkParameters link_parameters(const MassProperties& body);
LinkParameters link_parameters(const PseudoInertia& J);
PseudoInertia pseudo_inertia(const LinkParameters& p);
/// Precondition: mass > 0.
MassProperties mass_properties(const LinkParameters& p);
/// The same, or the nearest one whose body has at least this radius of gyration about each axis, m: that can
/// exist, and is not on the edge.
PseudoInertia inside(const PseudoInertia& J, double radius);
/// The nearest moments of inertia that a body can have: the second moments of mass about its centre change as
/// little as possible (Frobenius norm). `inertia` is about the centre of mass too.
Eigen::Matrix3d nearest_possible_inertia(const Eigen::Matrix3d& inertia);

}  // namespace invdyn
