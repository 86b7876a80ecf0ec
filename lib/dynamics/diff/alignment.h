#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <vector>

#include "placed_bodies.h"

namespace invdyn {

/// Two robots, body by body. Bodies of `b` are in the order of their partners in `a`.
struct RobotPair {
  std::vector<PlacedBody> a, b;
  std::vector<bool> same_parent;  ///< whether both bodies hang on partners, or both on the base
  std::vector<bool> is_revolute;
  Eigen::Vector3d gravity_a, gravity_b;
  Eigen::Isometry3d T_world_base_a, T_world_base_b;
};

/// What counts as rounding: a share of a value or of the robot's size, or an angle in rad. And masses and
/// inertia that are nothing beside the robot's largest mass.
struct Rounding {
  double share = 1e-9;
  double size = 1;          ///< of the robot, m
  double largest_mass = 0;  ///< of its bodies, kg

  double length() const { return share * size; }
  double mass() const { return nothing * largest_mass; }
  double inertia() const { return nothing * largest_mass * size * size; }  ///< kg m^2

 private:
  static constexpr double nothing = 1e-9;
};

/// The second robot's body at its q = 0, laid over the first robot's body at that robot's q = 0.
struct BodyAlignment {
  Eigen::Isometry3d T_a_b = Eigen::Isometry3d::Identity();  ///< from the second to the first robot's world
  double axis_angle = 0;     ///< between the axes of the joint once their parents are aligned, rad
  double axis_distance = 0;  ///< of the first robot's joint from the second one's axis, m; 0 for prismatic
  double sign = 1;           ///< -1: the joint turns or slides the other way
  /// The position of the first robot's joint where the second robot's joint is at 0: rad, m.
  double zero = 0;
  double twist = 0;  ///< of a prismatic joint: what it carries is turned about the axis, rad
  double slide = 0;  ///< of a revolute joint: what it carries is moved along the axis, m
  double shift = 0;  ///< of a prismatic joint: what it carries is moved across the axis, m
};

struct Alignment {
  Eigen::Isometry3d T_a_b = Eigen::Isometry3d::Identity();  ///< of the bases
  std::vector<BodyAlignment> bodies;                        ///< in the order of the first robot's bodies
};

/// Lays two robots over each other, from the base outwards. Frames do not count. Of the ways to lay a body
/// over its partner, with another zero of the joint, or moved along its axis, that one is taken in which most
/// of centre of mass, inertia and next axes agree; the simplest of equal ones. A centre of mass alone speaks
/// for no other zero: it may have moved itself. A base may be turned by quarters about the vertical.
Alignment align(const RobotPair& robots, const Rounding& rounding);

/// The joints of the next bodies of each body; the last entry is of the base.
std::vector<std::vector<std::size_t>> next_bodies(const std::vector<PlacedBody>& bodies);

}  // namespace invdyn
