#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "robot.h"

namespace invdyn {

/// The sum of two bodies that are rigidly joined, both given in the same axes (parallel axis theorem).
MassProperties composed(const MassProperties& a, const MassProperties& b);

/// The same body seen from other axes: T_new_old takes coordinates in the body's old axes to the new ones.
MassProperties moved(const MassProperties& body, const Eigen::Isometry3d& T_new_old);

/// The robot with a body fixed to one of its links, given in that link's axes. A body without mass and
/// moments changes nothing, to the last bit.
Robot with_payload(const Robot& robot, std::size_t link, const MassProperties& payload);

/// One rigid part of the robot as its dynamics sees it: a moving link with all that is fixed to it.
/// Its frame lies on its joint: the origin on the axis, z along it, at any q.
struct Body {
  std::size_t dof = 0;                ///< index into q, dq, ddq and tau
  std::optional<std::size_t> parent;  ///< index of a body earlier in the list; none: the base
  bool is_revolute = true;            ///< else it slides
  Eigen::Matrix3d R_parent_body;      ///< at q = 0
  Eigen::Vector3d p_parent_body;      ///< at q = 0, in the parent's axes, m
  MassProperties mass_properties;     ///< in the body's axes
};

/// Where a link sits: on which body, and how in that body's axes.
struct LinkPlacement {
  std::optional<std::size_t> body;                                ///< none: fixed to the base
  Eigen::Isometry3d T_body_link = Eigen::Isometry3d::Identity();  ///< without a body: in the base's axes
};

/// The robot's bodies, parents first. What is fixed to the base does not move and is left out. Throws
/// NotRepresentable for a robot with joints that mimic others, as link_seats() does.
std::vector<Body> moving_bodies(const Robot& robot);

/// The seats of all links, in the order of robot.links().
std::vector<LinkPlacement> link_seats(const Robot& robot);

}  // namespace invdyn
