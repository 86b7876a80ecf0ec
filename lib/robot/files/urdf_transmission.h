#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/document/xml_document.h"

namespace invdyn {

/// The motor of a joint in a URDF file.
struct UrdfMotor {
  double gear_ratio = 1;                                        ///< motor speed divided by joint speed
  double rotor_inertia = 0;                                     ///< kg m^2, on the motor's side
  std::string gear_ratio_place = {}, rotor_inertia_place = {};  ///< in the file
};

/// The motors of a robot's transmissions, by joint name. Reads <transmission> of ROS, with Drake's
/// <drake:rotor_inertia> and <drake:gear_ratio>, and the transmissions of ros2_control. A transmission that
/// does not couple one motor to one joint is reported as unused, with the reason. `moving_joints`: the
/// possible joint names. Throws Error if two inertias of one joint contradict each other, or if a ratio that
/// an inertia needs is not a number, is 0 or is contradicted. Without an inertia no torque depends on the
/// ratio: a wrong ratio gives a warning and counts as unknown.
std::map<std::string, UrdfMotor> urdf_motors(const XmlNode& robot,
                                             const std::vector<std::string>& moving_joints, const Warn& warn);

}  // namespace invdyn
