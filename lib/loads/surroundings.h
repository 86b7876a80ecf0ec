#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../trajectory/sampled_motion.h"
#include "external_wrench.h"

namespace invdyn {

/// How the base of a robot moves: a motion of the six joints of Robot::on_moving_base().
struct BaseMotion {
  std::string file;      ///< for messages
  SampledMotion motion;  ///< x, y, z, yaw, pitch, roll
};

/// What happens around the robot while it moves, beside what DynamicsSettings say.
struct Surroundings {
  std::vector<TimedWrench> wrenches = {};
  std::shared_ptr<const BaseMotion> base = nullptr;  ///< none: it stands still
};

/// A file that tells of some time only.
struct TimeSpan {
  std::string file;
  double begin, end;  ///< s
};

}  // namespace invdyn
