// Motions of Choreonoid, for any cuts: frames after a header, or any text.
#include "target.h"
#include "trajectory_ways.h"

void invdyn::fuzz::take(std::string_view input) {
  const CutTrajectory cut(input);
  const std::string header =
      "frameRate: 100\ncomponents:\n  -\n    content: JointDisplacement\n    numParts: 2\n    frames:\n";
  const bool has_header = cut.text.starts_with(' ') || cut.text.starts_with('-');
  expect_same_ways(file_with("motion.seq", (has_header ? header : "") + std::string(cut.text)), cut.way,
                   false);
}
