// Trajectories in arrays of t, q_a, q_b, for any cuts. The input is the numbers.
#include "ground/npy/npy_header.h"
#include "target.h"
#include "trajectory_ways.h"

void invdyn::fuzz::take(std::string_view input) {
  const CutTrajectory cut(input);
  constexpr std::size_t columns = 3, row_size = columns * sizeof(double);
  const std::size_t rows = cut.text.size() / row_size;
  file_with("motion.npy.json", R"({"columns": ["t", "q_a", "q_b"]})");
  const std::string path =
      file_with("motion.npy", npy_header(rows, columns).append(cut.text.substr(0, rows * row_size)));
  expect_same_ways(path, cut.way, false);
}
