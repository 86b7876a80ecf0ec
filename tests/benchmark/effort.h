#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace invdyn::bench {

/// The duration of the measurement.
struct Effort {
  std::string name;
  int repetitions;            ///< repetitions of whole programs
  int micro_repetitions;      ///< repetitions of pieces of code
  std::size_t rows;           ///< rows of the trajectory for the comparison of programs
  std::size_t longest;        ///< rows of the longest trajectory; the shortest has 10^4
  std::size_t scaling_bytes;  ///< approximate size of each trajectory for robots of many joints
};

/// normal takes some minutes; quick only checks that everything works.
inline const std::vector<Effort> efforts{
    {"quick", 3, 3, 100'000, 1'000'000, 10'000'000},
    {"normal", 5, 9, 1'000'000, 10'000'000, 50'000'000},
    {"long", 15, 25, 1'000'000, 10'000'000, 200'000'000},
};

}  // namespace invdyn::bench
