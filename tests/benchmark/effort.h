#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace invdyn::bench {

/// How long to measure.
struct Effort {
  std::string name;
  int repetitions;            ///< of whole programs
  int micro_repetitions;      ///< of pieces of code
  std::size_t rows;           ///< of the trajectory on which programs are compared
  std::size_t longest;        ///< rows of the longest trajectory; the shortest has 10^4
  std::size_t scaling_bytes;  ///< about, of each trajectory for robots of many joints
};

/// normal takes some minutes; quick is for looking whether all works.
inline const std::vector<Effort> efforts{
    {"quick", 3, 3, 100'000, 1'000'000, 10'000'000},
    {"normal", 5, 9, 1'000'000, 10'000'000, 50'000'000},
    {"long", 15, 25, 1'000'000, 10'000'000, 200'000'000},
};

}  // namespace invdyn::bench
