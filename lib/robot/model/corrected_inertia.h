#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "robot.h"

namespace invdyn {

/// A body that got other moments of inertia, as no body can have those of its file.
struct CorrectedInertia {
  std::string link;
  std::string place;              ///< of the former moments in the file
  Eigen::Vector3d before, after;  ///< principal moments, kg m^2
  double change = 0;              ///< of the tensor, relative to the former one (Frobenius norm)
};

/// Gives each body whose moments no body can have, beyond rounding, the nearest possible ones
/// (pseudo_inertia.h). All else stays as it is.
std::vector<CorrectedInertia> correct_inertia(RobotDescription& description);

}  // namespace invdyn
