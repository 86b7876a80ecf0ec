// Trajectories without a header, only with joint positions, for any cuts.
#include "target.h"
#include "trajectory_ways.h"

void invdyn::fuzz::take(std::string_view input) {
  const CutTrajectory cut(input);
  expect_same_ways(file_with("motion.pos", cut.text), cut.way, false);
}
