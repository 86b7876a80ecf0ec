#pragma once

#include <Eigen/Core>
#include <optional>

#include "../../trajectory/loads/external_wrench.h"

namespace invdyn {

/// The external loads on the links. They do not depend on the method that computes the torques.
struct Loads {
  Eigen::Vector3d gravity;                    ///< acceleration of a free fall in world axes, m/s^2
  std::optional<ExternalWrench> wrench = {};  ///< on one link
};

}  // namespace invdyn
