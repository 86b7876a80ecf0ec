#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace invdyn::test {

/// A motion whose derivatives are known exactly, and its positions as a log has them.
struct SimulatedLog {
  enum class Motion { still, sines, smooth_moves, trapezoids, trapezoids_with_rests };
  enum class Noise {
    none,
    counts_12_bits,
    counts_16_bits,
    three_digits,
    white_0_1_mrad,
    white_1_mrad,
    correlated
  };

  std::string name;  ///< for messages
  double rate;       ///< Hz
  std::vector<double> t;
  std::vector<std::vector<double>> q, dq, ddq, logged;  ///< for each joint, row by row
};

/// Random positions within 1 rad of zero. Moves take 0.6 to 2 s each, at some 0.4 rad/s on average.
SimulatedLog simulated_log(std::size_t joints, SimulatedLog::Motion motion, SimulatedLog::Noise noise,
                           double rate, double duration, std::mt19937_64& random);

}  // namespace invdyn::test
