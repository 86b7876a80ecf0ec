#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "wrench_history.h"

namespace invdyn {

/// A constant force and moment of the surroundings on one link.
struct ExternalWrench {
  enum class Frame { world, link };
  std::size_t link = 0;             ///< the link it acts on, index into Robot::links(); not the base
  Frame frame = Frame::link;        ///< axes of force and moment; rotates with the link or not
  Frame point_frame = Frame::link;  ///< coordinates of the point; moves with the link or not
  Eigen::Vector3d point = Eigen::Vector3d::Zero();   ///< point of action, reference of the moment, m
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
};

/// A wrench on a link, constant or over time.
struct TimedWrench {
  ExternalWrench wrench;  ///< without history: the wrench; with one: only where it acts
  std::shared_ptr<const WrenchHistory> history = nullptr;  ///< replaces its force and moment
  std::optional<std::size_t> contact = {};                 ///< so does this contact of the rows
};

}  // namespace invdyn
