#include "derivative_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "thresholds.h"

namespace invdyn {
namespace {

constexpr std::size_t windows[] = {4, 16, 64};  // points

// One joint in a run: values and the integral of their given derivative.
struct IntegratedRun {
  std::span<const double> t, values, integral;
};
using IntegratedRuns = std::vector<IntegratedRun>;

// Sums over increments: x of the values, y of the integral.
struct Sums {
  double n = 0, xx = 0, xy = 0, yy = 0, time = 0;

  double unexplained() const { return (xx - 2 * xy + yy) / xx; }
  double correlation_squared() const { return xy != 0 ? xy * xy / (xx * yy) : 0; }
};

// The integral lags by so many points.
Sums sums_of(const IntegratedRuns& runs, std::size_t window, std::ptrdiff_t lag) {
  Sums sums;
  const std::size_t late = lag > 0 ? static_cast<std::size_t>(lag) : 0;
  const std::size_t early = lag < 0 ? static_cast<std::size_t>(-lag) : 0;
  for (const auto& [t, values, integral] : runs)
    for (std::size_t k = 0; k + window + late + early < t.size(); k += window / 4) {
      const std::size_t x_at = k + early, y_at = k + late;
      const double x = values[x_at + window] - values[x_at];
      const double y = integral[y_at + window] - integral[y_at];
      sums.n += 1;
      sums.time += t[y_at + window] - t[y_at];
      sums.xx += x * x;
      sums.xy += x * y;
      sums.yy += y * y;
    }
  return sums;
}

// Mean square of the third differences: high for noise, low for a smooth motion.
double roughness(const IntegratedRuns& runs, std::span<const double> IntegratedRun::*of) {
  double sum = 0, count = 0;
  for (const IntegratedRun& run : runs) {
    const std::span<const double> x = run.*of;
    for (std::size_t k = 3; k < x.size(); ++k) {
      const double third = x[k] - 3 * (x[k - 1] - x[k - 2]) - x[k - 3];
      sum += third * third;
      ++count;
    }
  }
  return count > 0 ? sum / count : 0;
}

// The smallest change from point to point: that of rounded values is one digit, or count, or more.
double smallest_change(const IntegratedRuns& runs) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const IntegratedRun& run : runs)
    for (std::size_t k = 1; k < run.values.size(); ++k)
      if (const double change = std::abs(run.values[k] - run.values[k - 1]); change > 0)
        smallest = std::min(smallest, change);
  return std::isfinite(smallest) ? smallest : 0;
}

// The mean square of increments by noise alone, rad^2 or m^2. Of white noise of variance 1, third differences
// have 20 and increments 2. Two roundings have a sixth of a digit squared.
double noise_of_increments(const IntegratedRuns& runs) {
  const double digit = smallest_change(runs);
  return std::max(roughness(runs, &IntegratedRun::values) / 20 * 2, digit * digit / 6);
}

// The longest lag, in points of mean distance.
std::ptrdiff_t points_of_lag(const IntegratedRuns& runs) {
  double duration = 0, steps = 0;
  for (const IntegratedRun& run : runs) {
    duration += run.t.back() - run.t.front();
    steps += static_cast<double>(run.t.size() - 1);
  }
  return duration > 0 ? static_cast<std::ptrdiff_t>(std::ceil(doubtful::lag * steps / duration)) : 0;
}

// Whether some lag makes the column the derivative as well as a factor does. Most of the motion must be left
// to compare: one half of a short motion is like the other, shifted or reversed.
bool is_explained_by_lag(const IntegratedRuns& runs, std::size_t window, std::ptrdiff_t longest,
                         const Sums& without_lag) {
  constexpr double most = 0.6, as_well = 0.03;
  for (std::ptrdiff_t lag = -longest; lag <= longest; ++lag) {
    const Sums sums = sums_of(runs, window, lag);
    if (sums.n > most * without_lag.n && sums.unexplained() < as_well) return true;
  }
  return false;
}

}  // namespace

std::optional<double> wrong_factor(const MotionTrack& track, MotionTrack::Column values,
                                   MotionTrack::Column integral, std::size_t joint) {
  constexpr double enough = 8;  // increments
  IntegratedRuns runs;
  for (const MotionTrack::Run& run : track.runs())
    if (!(run.*integral).empty() && !run.t.empty())
      runs.push_back({run.t, (run.*values)[joint], (run.*integral)[joint]});
  const double noise_of_values = noise_of_increments(runs);
  // The integral of white noise of variance 1 has third differences of 6 and, over w points, w.
  const double noise_of_integral = roughness(runs, &IntegratedRun::integral) / 6;
  const std::ptrdiff_t longest = points_of_lag(runs);
  std::optional<double> unexplained;  // the least
  Sums closest;
  bool is_clear = false;
  std::optional<double> steady_factor;
  // Whether all is unlike so far, and these increments count.
  const auto is_unlike = [&](std::size_t window, std::ptrdiff_t lag) {
    const Sums sums = sums_of(runs, window, lag);
    const double larger = std::max(sums.xx, sums.yy), least = doubtful::speed * sums.time / sums.n;
    // Mean squares as multiples of the noise's.
    const double over_noise = std::min(sums.xx / (sums.n * noise_of_values),
                                       larger / (sums.n * static_cast<double>(window) * noise_of_integral));
    if (sums.n < enough || larger < sums.n * least * least || !(over_noise > doubtful::times_noise))
      return false;
    is_clear |= over_noise > doubtful::clearer * doubtful::times_noise;
    unexplained = std::min(sums.unexplained(), unexplained.value_or(sums.unexplained()));
    if (closest.correlation_squared() < doubtful::correlated &&
        sums.correlation_squared() > closest.correlation_squared())
      closest = sums;
    // Filters and lags hardly change it over long increments, and they change the shape too over short ones.
    const double factor = sums.xy / sums.xx;
    if (lag == 0 && !steady_factor && sums.correlation_squared() > doubtful::surely_correlated &&
        std::abs(factor - 1) > doubtful::near_factor &&
        (window == std::ranges::max(windows) ||
         (sums.correlation_squared() > doubtful::surely_correlated_soon &&
          std::abs(factor - 1) > doubtful::near_factor_soon &&
          !is_explained_by_lag(runs, window, longest, sums))))
      steady_factor = factor;
    return *unexplained > doubtful::unexplained;
  };
  std::vector<std::size_t> unlike;  // windows
  for (const std::size_t window : windows)
    if (is_unlike(window, 0)) unlike.push_back(window);
  if (steady_factor) return steady_factor;
  if (!unexplained || *unexplained <= doubtful::unexplained) return std::nullopt;
  for (const std::size_t window : unlike)
    for (std::ptrdiff_t lag = 1; lag <= longest; ++lag)
      if (!is_unlike(window, lag) || !is_unlike(window, -lag)) break;
  if (*unexplained <= doubtful::unexplained) return std::nullopt;
  if (closest.correlation_squared() >= doubtful::correlated) return closest.xy / closest.xx;
  if (*unexplained > doubtful::unlike && is_clear) return 0;
  return std::nullopt;
}

double part_filtered_out(const MotionTrack& track, std::size_t joint) {
  constexpr std::size_t window = 4;  // points
  IntegratedRuns runs;
  double steps = 0, unexplained = 0, count = 0;
  for (const MotionTrack::Run& run : track.runs()) {
    const std::vector<double>&q = run.q[joint], &dq = run.dq[joint];
    runs.push_back({run.t, q, {}});
    for (std::size_t k = window; k < run.t.size(); k += window) {
      double way = 0;
      for (std::size_t i = k - window + 1; i <= k; ++i)
        way += (run.t[i] - run.t[i - 1]) * (dq[i] + dq[i - 1]) / 2;
      const double step = q[k] - q[k - window];
      steps += step * step;
      unexplained += (step - way) * (step - way);
      ++count;
    }
  }
  return unexplained > doubtful::times_noise * count * noise_of_increments(runs)
             ? std::sqrt(unexplained / steps)
             : 0;
}

}  // namespace invdyn
