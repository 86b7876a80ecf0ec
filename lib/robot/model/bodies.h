#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The mass properties of two rigidly joined bodies, both given in the same axes (parallel axis theorem).
MassProperties composed(const MassProperties& a, const MassProperties& b);

/// Of all links, the base too, kg.
double total_mass(const Robot& robot);

/// The same body in other axes: T_new_old transforms coordinates from the old axes to the new ones.
MassProperties moved(const MassProperties& body, const Eigen::Isometry3d& T_new_old);

/// The robot with a body fixed to one of its links, given in that link's axes. A body without mass and
/// moments changes no bit of the robot. The link's gravity compensation does not hold the body.
Robot with_payload(const Robot& robot, std::size_t link, const MassProperties& payload);

/// The robot with, in each link, only the share of mass and inertia of its gravity compensation: the
/// compensation takes the torques off that this robot needs at rest. None: no link has a compensation.
std::optional<Robot> compensated_part(const Robot& robot);

/// A rigid part of the robot for the dynamics: a moving link with all links fixed to it. Its frame is on its
/// joint: the origin is on the axis and z along it, at any q.
struct Body {
  std::size_t dof = 0;                ///< index into q, dq, ddq and tau
  std::optional<std::size_t> parent;  ///< index of a body earlier in the list; none: the base
  bool is_revolute = true;            ///< else prismatic
  Eigen::Matrix3d R_parent_body;      ///< at q = 0
  Eigen::Vector3d p_parent_body;      ///< at q = 0, in the parent's axes, m
  MassProperties mass_properties;     ///< in the body's axes
};

/// The body that a link belongs to, and the link's pose in the body's axes.
struct LinkPlacement {
  std::optional<std::size_t> body;                                ///< none: fixed to the base
  Eigen::Isometry3d T_body_link = Eigen::Isometry3d::Identity();  ///< without a body: in the base's axes
};

/// The robot's bodies, parents first. Links fixed to the base do not move and are left out. Throws
/// NotRepresentable for a robot with mimic joints; so does link_seats().
std::vector<Body> moving_bodies(const Robot& robot);

/// The placements of all links, in the order of robot.links().
std::vector<LinkPlacement> link_seats(const Robot& robot);

}  // namespace invdyn
