#pragma once

#include <cstddef>
#include <string>

#include "robot/robot.h"

namespace invdyn {

/// A body that is fixed to a link.
struct Payload {
  std::size_t link = 0;  ///< index into Robot::links()
  MassProperties body;   ///< in the link's axes
};

/// The payload that an option gives as fields with blanks between them, such as
/// `link=tool0 mass=2 com=0,0,0.05 ixx=0.001`: link (default: the robot's last link, where it has but one),
/// mass (kg), com (X,Y,Z in the link's axes, m; default: the link's origin), and the inertia about the
/// payload's own centre of mass in the link's axes, ixx, iyy, izz, ixy, ixz, iyz (kg m^2, products as they
/// stand in the matrix; default 0). Throws UsageError for what no body has; warns where principal moments
/// break the triangle inequality.
Payload payload_argument(const std::string& option, const std::string& text, const Robot& robot,
                         const Warn& warn);

}  // namespace invdyn
