#pragma once

#include <cstdint>

#include "../robot/robot.h"

namespace invdyn {

/// How far a model's masses may be off: the largest relative error of each, at least 0 and below 1.
struct Perturbation {
  double mass = 0;     ///< of a link's mass; its moments of inertia go with it
  double com = 0;      ///< of the distance of its centre of mass from the link's origin
  double inertia = 0;  ///< of its moments of inertia, beyond what its mass brings
  std::uint64_t seed = 1;
};

/// The robot with each link's mass, distance of the centre of mass, and moments multiplied by factors
/// 1 + size (2 u - 1), u uniform in [0, 1). The same ones for the same seed everywhere: the 53 high bits of
/// std::mt19937_64, link by link in the order of the file, three numbers for each (mass, com, inertia),
/// whether its factor is asked for or not.
Robot perturbed(const Robot& robot, const Perturbation& perturbation);

}  // namespace invdyn
