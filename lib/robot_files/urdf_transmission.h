#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../base/error.h"
#include "../document/xml_document.h"

namespace invdyn {

/// What a URDF file says of the motor behind a joint.
struct UrdfMotor {
  double gear_ratio = 1;                                        ///< motor speed over joint speed
  double rotor_inertia = 0;                                     ///< kg m^2, on the motor's side
  std::string gear_ratio_place = {}, rotor_inertia_place = {};  ///< in the file
};

/// The motors by the names of the joints that they turn, from the transmissions of a robot: those of ROS
/// (<transmission>), with Drake's <drake:rotor_inertia> and <drake:gear_ratio>, and those of ros2_control.
/// Transmissions that are not of one joint and one motor stay unused, and say why. `moving_joints`: which
/// names can be meant. Throws Error where two inertias of one joint contradict each other, or where a ratio
/// that an inertia needs is no number, 0 or contradicted; without an inertia no torque depends on the ratio,
/// and it is warned of and taken as not known.
std::map<std::string, UrdfMotor> urdf_motors(const XmlNode& robot,
                                             const std::vector<std::string>& moving_joints, const Warn& warn);

}  // namespace invdyn
