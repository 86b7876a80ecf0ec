#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "../../trajectory/loads/external_wrench.h"

namespace invdyn {

/// The effects that the dynamics include in addition to the links, and the formulation of the torques.
struct DynamicsSettings {
  bool friction = true;
  bool rotor = true;
  bool spring = true;
  std::optional<Eigen::Vector3d> gravity = {};  ///< in place of the robot's, world axes, m/s^2
  std::optional<ExternalWrench> wrench = {};
  std::string method = {};  ///< of inverse dynamics, by name; empty: the first of formulations()
};

}  // namespace invdyn
