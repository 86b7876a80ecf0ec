#pragma once

#include <cstdint>

#include "../../robot/model/robot.h"

namespace invdyn {

/// The possible errors of a model's masses: the largest relative error of each value, at least 0 and below 1.
struct Perturbation {
  double mass = 0;     ///< of a link's mass; its moments of inertia change in proportion
  double com = 0;      ///< of the distance of its centre of mass from the link's origin
  double inertia = 0;  ///< of its moments of inertia, in addition to the effect of its mass
  std::uint64_t seed = 1;
};

/// The robot with mass, distance of the centre of mass, and moments of each link multiplied by factors 1 +
/// size (2 u - 1), u uniform in [0, 1). The same seed gives the same factors on every machine. u comes from
/// the 53 high bits of std::mt19937_64, link by link in the order of the file. Each link takes three numbers
/// (mass, com, inertia), even if a size is 0.
Robot perturbed(const Robot& robot, const Perturbation& perturbation);

}  // namespace invdyn
