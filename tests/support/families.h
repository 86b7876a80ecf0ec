#pragma once

#include <string>
#include <vector>

#include "support/random_robot.h"

namespace invdyn::test {

/// A random robot in motion, to hold a law of mechanics to.
struct Sample {
  std::string what;  ///< its family and number of joints
  unsigned long seed;
  RobotDescription description;
  Robot robot;
  State state;
};

struct SampleChoice {
  std::size_t max_joints = 40;
  double massless = 0.1;  ///< share of the links; 0 for laws that need every link to weigh something
};

/// One robot for each of several numbers of joints, from 1 to 40, of each family: chains that turn, that
/// slide too, with parallel, meeting or square axes, with the masses of half_way_chain(); trees; and all of
/// these with neighbouring masses as far apart as 1 to 1e12. The same ones every time.
std::vector<Sample> samples(const SampleChoice& choice = {});

}  // namespace invdyn::test
