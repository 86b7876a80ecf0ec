#pragma once

#include <Eigen/Core>
#include <optional>

#include "../loads/external_wrench.h"

namespace invdyn {

/// What acts on the links from outside, whatever method computes the torques.
struct Loads {
  Eigen::Vector3d gravity;                    ///< acceleration of a free fall in world axes, m/s^2
  std::optional<ExternalWrench> wrench = {};  ///< on one link
};

}  // namespace invdyn
