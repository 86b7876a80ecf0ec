#pragma once

#include <string>
#include <string_view>

#include "trajectory_files/run_csv.h"

namespace invdyn::fuzz {

/// The last bytes of an input say how the trajectory in front of them is read and cut.
struct CutTrajectory {
  explicit CutTrajectory(std::string_view input);
  std::string_view text;
  test::Way way;
};

/// Expects the same rows, torques, warnings and error from the trajectory in this file, cut as `way` says
/// with one thread and with four, as from one thread and one chunk; and, where `plainly` says so, as from
/// test::CsvReader.
void expect_same_ways(const std::string& path, const test::Way& way, bool plainly);

}  // namespace invdyn::fuzz
