#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../data/sampled_motion.h"
#include "contact.h"
#include "external_wrench.h"
#include "ground.h"

namespace invdyn {

/// The motion of a robot's base: of six numbers with angles, or of seven with a quaternion. If the base
/// floats, it is its pose, else it is added to its place.
struct BaseMotion {
  std::string file;         ///< for messages
  SampledMotion motion;     ///< x, y, z, then yaw, pitch, roll, or qw, qx, qy, qz
  bool is_at_rest = false;  ///< each row is held: the pose alone counts
};

/// Wrenches and base motion during the robot's motion, in addition to DynamicsSettings.
struct Surroundings {
  std::vector<TimedWrench> wrenches = {};
  std::shared_ptr<const BaseMotion> base = nullptr;  ///< none: the base is at rest
  std::vector<Contact> contacts = {};                ///< of a robot whose base floats
  Ground ground = {};                                ///< that they are near to
};

/// A file that covers a limited time span.
struct TimeSpan {
  std::string file;
  double begin, end;  ///< s
};

}  // namespace invdyn
