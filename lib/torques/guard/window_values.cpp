#include "window_values.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

// value(run, from, to) of each window.
WindowValues in_windows(
    const MotionTrack& track, double window,
    const std::function<double(const MotionTrack::Run&, std::size_t, std::size_t)>& value) {
  constexpr double jitter = 0.99;
  WindowValues values;
  for (const MotionTrack::Run& run : track.runs()) {
    std::vector<double>& of_run = values.emplace_back();
    for (std::size_t from = 0, to = 1; to < run.t.size(); ++to) {
      if (run.t[to] - run.t[from] < jitter * window) continue;
      of_run.push_back(value(run, from, to));
      from = to;
    }
  }
  return values;
}

// The standard deviation of noise, by third differences: those of noise of variance 1 have 20. A quarter of
// them is above 1.15 standard deviations, and a few jumps change that little.
double noise_of(const WindowValues& values) {
  std::vector<double> thirds;
  for (const std::vector<double>& x : values)
    for (std::size_t k = 3; k < x.size(); ++k)
      thirds.push_back(std::abs(x[k] - 3 * (x[k - 1] - x[k - 2]) - x[k - 3]));
  if (thirds.empty()) return 0;
  const auto quarter = thirds.begin() + static_cast<std::ptrdiff_t>(3 * thirds.size() / 4);
  std::nth_element(thirds.begin(), quarter, thirds.end());
  return *quarter / 1.15 / std::sqrt(20);
}

}  // namespace

WindowValues rates_of(const MotionTrack& track, JointColumns column, std::size_t joint, double window) {
  return in_windows(track, window, [&](const MotionTrack::Run& run, std::size_t from, std::size_t to) {
    const std::vector<double>& values = (run.*column)[joint];
    return (values[to] - values[from]) / (run.t[to] - run.t[from]);
  });
}

WindowValues values_of(const MotionTrack& track, JointColumns column, std::size_t joint) {
  return in_windows(track, 0.02, [&](const MotionTrack::Run& run, std::size_t from, std::size_t) {
    return (run.*column)[joint][from];
  });
}

double largest_of(const WindowValues& values) {
  double largest = 0;
  for (const std::vector<double>& of_run : values)
    for (const double value : of_run) largest = std::max(largest, std::abs(value));
  return largest;
}

double steady_peak(const WindowValues& values) {
  constexpr double deviations = 4;
  // Derivatives of the first rows may be artefacts of a start.
  constexpr std::size_t first = 3;
  double peak = 0;
  for (std::size_t run = 0; run < values.size(); ++run)
    for (std::size_t k = run == 0 ? first : 1; k < values[run].size(); ++k)
      if (values[run][k] * values[run][k - 1] > 0)
        peak = std::max(peak, std::min(std::abs(values[run][k]), std::abs(values[run][k - 1])));
  return peak - deviations * noise_of(values);
}

}  // namespace invdyn
