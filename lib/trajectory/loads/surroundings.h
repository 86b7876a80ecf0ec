#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../data/sampled_motion.h"
#include "external_wrench.h"

namespace invdyn {

/// The motion of a robot's base: a motion of the six joints of Robot::on_moving_base().
struct BaseMotion {
  std::string file;      ///< for messages
  SampledMotion motion;  ///< x, y, z, yaw, pitch, roll
};

/// Wrenches and base motion during the robot's motion, in addition to DynamicsSettings.
struct Surroundings {
  std::vector<TimedWrench> wrenches = {};
  std::shared_ptr<const BaseMotion> base = nullptr;  ///< none: the base is at rest
};

/// A file that covers a limited time span.
struct TimeSpan {
  std::string file;
  double begin, end;  ///< s
};

}  // namespace invdyn
