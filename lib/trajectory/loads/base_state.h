#pragma once

#include <Eigen/Geometry>

#include "../data/block.h"
#include "surroundings.h"

namespace invdyn {

/// How a base moves at one instant, with the axes of Block::Base: the place of its origin in the world, its
/// velocity and acceleration in world axes; the orientation, angular velocity and acceleration in the base's
/// axes.
struct BaseState {
  Eigen::Vector3d p = Eigen::Vector3d::Zero(), v = Eigen::Vector3d::Zero(), dv = Eigen::Vector3d::Zero();
  Eigen::Quaterniond R = Eigen::Quaterniond::Identity();
  Eigen::Vector3d w = Eigen::Vector3d::Zero(), dw = Eigen::Vector3d::Zero();
};

BaseState base_state(const Block::Base& base, Eigen::Index row);
/// The other way.
void put_base(const BaseState& at, Eigen::Index row, Block::Base& base);

/// Of a base that a file moves from its place T_world_base.
BaseState base_state(const BaseMotion& base, double t, const Eigen::Isometry3d& T_world_base);

}  // namespace invdyn
