// Trajectories in MCAP files, for any cuts.
#include "target.h"
#include "trajectory_ways.h"

void invdyn::fuzz::take(std::string_view input) {
  CutTrajectory cut(input);
  cut.way.csv.has_header = true;
  cut.way.csv.decimal_comma = false;
  cut.way.csv.time_unit.reset();
  expect_same_ways(file_with("motion.mcap", cut.text), cut.way, false);
}
