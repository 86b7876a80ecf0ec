#pragma once

#include <string>
#include <string_view>

#include "trajectory/files/run_csv.h"

namespace invdyn::fuzz {

/// The last bytes of an input define how the trajectory before them is read and cut.
struct CutTrajectory {
  explicit CutTrajectory(std::string_view input);
  std::string_view text;
  test::Way way;
};

/// Expects the same rows, torques, warnings and error from the trajectory in this file in all cases: cut as
/// in `way` with one thread and with four, and as one chunk with one thread; and, if `plainly` is set, by
/// test::CsvReader.
void expect_same_ways(const std::string& path, const test::Way& way, bool plainly);

}  // namespace invdyn::fuzz
