#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace invdyn {

/// The standard deviation of white noise on samples of a smooth motion: the minimum, over the orders m = 3 to
/// 10, of the RMS of the m-th differences, divided by that of noise of standard deviation 1 [von Neumann et
/// al. 1941; Tintner 1940]. High differences of a smooth motion vanish, and those of noise do not.
///
/// Steps of the acceleration, as in trapezoids of speed, are not noise: they make few large differences among
/// many that are zero. Rests of an encoder are not noise-free motion: where no value changes, no difference
/// counts for this test.
///
/// `t` (s) may be uneven. The values are runs of `run` consecutive rows each, the last one possibly shorter.
/// Zero for fewer than 25 rows. It may end early at a value of at most `enough`, where the level is at
/// most that value.
double noise_level(std::span<const double> t, std::span<const double> values, std::size_t run,
                   double enough = 0);

/// The same for one run.
inline double noise_level(std::span<const double> t, std::span<const double> values) {
  return noise_level(t, values, values.size(), 0);
}

/// The step of the grid that all values lie on, as counts of an encoder or rounded numbers do; 0: none.
double quantization_step(std::span<const double> values);

/// The line through the times of consecutive rows, at least two: its step from row to row, s, and the range
/// of the times beside it, s.
struct TimeLine {
  double step, range;
};
TimeLine time_line(std::span<const double> t);

/// A clock whose step, s, rounds even times that are `mean` s apart.
struct CoarseClock {
  double step, mean;

  /// The rate of the rows, Hz, with as many digits as so many rows determine.
  double rate(std::size_t rows) const;
};
/// By the times of consecutive rows, at least two. None: they are even, or uneven otherwise, or the clock's
/// step is small beside that of the rows.
std::optional<CoarseClock> coarse_clock(std::span<const double> t);

}  // namespace invdyn
