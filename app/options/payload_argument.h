#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>

#include "robot/model/robot.h"

namespace invdyn {

/// A body that is fixed to a link.
struct Payload {
  std::size_t link = 0;    ///< index into Robot::links()
  MassProperties body;     ///< in the link's axes
  bool is_placed = false;  ///< its centre of mass is given
  bool has_link = false;   ///< its link is given
};

/// The payload of an option: fields separated by blanks, such as `link=tool0 mass=2 com=0,0,0.05 ixx=0.001`.
/// link: default the robot's last link, if there is only one. mass: kg. com: X,Y,Z in the link's axes, m;
/// default the link's origin. ixx, iyy, izz, ixy, ixz, iyz: inertia about the payload's own centre of mass in
/// the link's axes (kg m^2, products as elements of the matrix; default 0). Throws UsageError for values that
/// no body has. Warns if principal moments break the triangle inequality.
Payload payload_argument(const std::string& option, const std::string& text, const Robot& robot,
                         const Warn& warn);

/// What to know of a payload of this mass (such as `1 kg`) that is not placed: at the origin of this link.
std::string text_of_place(const std::string& mass, const Robot& robot, std::size_t link);

/// Shells complete the fields and the link's name.
CLI::Option* offer_payload(CLI::Option* option);

}  // namespace invdyn
