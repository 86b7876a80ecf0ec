#pragma once

#include <string>
#include <vector>

#include "support/random_robot.h"

namespace invdyn::test {

/// A random robot in motion, to check a law of mechanics.
struct Sample {
  std::string what;  ///< its family and number of joints
  unsigned long seed;
  RobotDescription description;
  Robot robot;
  State state;
};

struct SampleChoice {
  std::size_t max_joints = 40;
  double massless = 0.1;  ///< share of the links; 0 for laws that need mass in every link
};

/// One robot for each of several numbers of joints, from 1 to 40 (12 under a sanitizer or an emulator), of
/// each family: revolute chains; chains with prismatic joints too; chains with parallel, meeting or square
/// axes; chains with the masses of half_way_chain(); trees; and all of these with ratios of neighbouring
/// masses from 1 to 1e12. The robots are the same in every run.
std::vector<Sample> samples(const SampleChoice& choice = {});

}  // namespace invdyn::test
