#pragma once

#include <Eigen/Core>
#include <memory>

#include "wrench_history.h"

namespace invdyn {

/// A force and a moment that the surroundings exert on one link, the same at all times.
struct ExternalWrench {
  enum class Frame { world, link };
  std::size_t link = 0;             ///< on which it acts, index into Robot::links(); not the base
  Frame frame = Frame::link;        ///< in whose axes force and moment stand; turns with the link or not
  Frame point_frame = Frame::link;  ///< in whose coordinates the point stands; moves with the link or not
  Eigen::Vector3d point = Eigen::Vector3d::Zero();   ///< where the force acts, moments are about it, m
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
};

/// A wrench that acts on a link, maybe other ones at other times.
struct TimedWrench {
  ExternalWrench wrench;  ///< without a history: this; with one, where it acts
  std::shared_ptr<const WrenchHistory> history = nullptr;  ///< in place of its force and moment
};

}  // namespace invdyn
