#include "window_values.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

// value(run, from, to) of each window.
template <class Value>
WindowValues in_windows(const MotionTrack& track, double window, const Value& value) {
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

// The one that this share is above; 0: there are none.
double quantile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  const auto above = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  const auto place = values.end() - 1 - static_cast<std::ptrdiff_t>(std::min(above, values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

// The standard deviation of noise, by third differences: those of noise of variance 1 have 20. A quarter of
// them is above 1.15 standard deviations, and a few jumps change that little.
double noise_of(const WindowValues& values) {
  std::vector<double> thirds;
  for (const std::vector<double>& x : values)
    for (std::size_t k = 3; k < x.size(); ++k)
      thirds.push_back(std::abs(x[k] - 3 * (x[k - 1] - x[k - 2]) - x[k - 3]));
  return quantile(thirds, 0.25) / 1.15 / std::sqrt(20);
}

}  // namespace

WindowValues rates_of(const MotionTrack& track, MotionTrack::Column column, std::size_t joint,
                      double window) {
  return in_windows(track, window, [&](const MotionTrack::Run& run, std::size_t from, std::size_t to) {
    const std::vector<double>& values = (run.*column)[joint];
    return (values[to] - values[from]) / (run.t[to] - run.t[from]);
  });
}

WindowValues means_of(const MotionTrack& track, MotionTrack::Column column, std::size_t joint) {
  return in_windows(track, 0.02, [&](const MotionTrack::Run& run, std::size_t from, std::size_t to) {
    return ((run.*column)[joint][from] + (run.*column)[joint][to]) / 2;
  });
}

WindowValues least_speeds(const MotionTrack& track, std::size_t joint) {
  return in_windows(track, 0.02, [&](const MotionTrack::Run& run, std::size_t from, std::size_t to) {
    const double* dq = run.dq[joint].data();
    const auto [lowest, highest] = std::minmax_element(dq + from, dq + to + 1);
    return dq[from] > 0 ? *lowest : -*highest;
  });
}

double largest_of(const WindowValues& values) {
  return exceeded_in(0, values);
}

double steady_peak(const WindowValues& values, double least) {
  constexpr double deviations = 4;
  // Derivatives of the first rows may be artefacts of a start.
  constexpr std::size_t first = 3;
  double peak = 0;
  for (std::size_t run = 0; run < values.size(); ++run)
    for (std::size_t k = run == 0 ? first : 1; k < values[run].size(); ++k)
      if (values[run][k] * values[run][k - 1] > 0)
        peak = std::max(peak, std::min(std::abs(values[run][k]), std::abs(values[run][k - 1])));
  if (peak > least) peak -= deviations * noise_of(values);
  return peak > least ? peak : 0;
}

double exceeded_in(double share, const WindowValues& values) {
  std::vector<double> all;
  for (const std::vector<double>& of_run : values)
    for (const double value : of_run) all.push_back(std::abs(value));
  return quantile(all, share);
}

double median_step(const MotionTrack& track) {
  std::vector<double> steps;
  for (const MotionTrack::Run& run : track.runs())
    for (std::size_t k = 1; k < run.t.size(); ++k) steps.push_back(run.t[k] - run.t[k - 1]);
  return quantile(steps, 0.5);
}

}  // namespace invdyn
