// Trajectories in MCAP files, for any cuts. Compressed files have a target of their own.
#include "ground/compression/compression.h"
#include "target.h"
#include "trajectory_ways.h"

void invdyn::fuzz::take(std::string_view input) {
  CutTrajectory cut(input);
  if (compression_of(cut.text) != Compression::none) return;
  cut.way.csv.has_header = true;
  cut.way.csv.decimal_comma = false;
  cut.way.csv.time_unit.reset();
  expect_same_ways(file_with("motion.mcap", cut.text), cut.way, false);
}
