#include "derivative_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "thresholds.h"

namespace invdyn {
namespace {

constexpr std::array<std::size_t, 3> windows{4, 16, 64};  // points

// Sums over increments: x of the values, y of the integral.
struct Sums {
  double n = 0, xx = 0, xy = 0, yy = 0, time = 0;

  double unexplained() const { return (xx - 2 * xy + yy) / xx; }
  double correlation_squared() const { return xy > 0 || xy < 0 ? xy * xy / (xx * yy) : 0; }
};

// The integral lags by so many points.
Sums sums_of(const std::vector<IntegratedPair>& runs, std::size_t window, std::ptrdiff_t lag) {
  Sums sums;
  for (const IntegratedPair& run : runs) {
    const auto size = static_cast<std::ptrdiff_t>(run.t.size()), w = static_cast<std::ptrdiff_t>(window);
    const std::ptrdiff_t begin = std::max<std::ptrdiff_t>(lag, 0);
    const std::ptrdiff_t end = size - w + std::min<std::ptrdiff_t>(lag, 0);
    for (std::ptrdiff_t k = begin; k < end; k += std::max<std::ptrdiff_t>(w / 4, 1)) {
      const auto at = [](std::ptrdiff_t i) { return static_cast<std::size_t>(i); };
      const double x = run.values[at(k - lag + w)] - run.values[at(k - lag)];
      const double y = run.integral[at(k + w)] - run.integral[at(k)];
      sums.n += 1;
      sums.time += run.t[at(k + w)] - run.t[at(k)];
      sums.xx += x * x;
      sums.xy += x * y;
      sums.yy += y * y;
    }
  }
  return sums;
}

// Mean square of the third differences: high for noise, low for a smooth motion.
double roughness(const std::vector<IntegratedPair>& runs, std::span<const double> IntegratedPair::*of) {
  double sum = 0, count = 0;
  for (const IntegratedPair& run : runs) {
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
double smallest_change(const std::vector<IntegratedPair>& runs) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const IntegratedPair& run : runs)
    for (std::size_t k = 1; k < run.values.size(); ++k)
      if (const double change = std::abs(run.values[k] - run.values[k - 1]); change > 0)
        smallest = std::min(smallest, change);
  return std::isfinite(smallest) ? smallest : 0;
}

// The longest lag, in points of the shortest spacing.
std::size_t points_of_lag(const std::vector<IntegratedPair>& runs) {
  double duration = 0, steps = 0;
  for (const IntegratedPair& run : runs)
    if (run.t.size() > 1) {
      duration += run.t.back() - run.t.front();
      steps += static_cast<double>(run.t.size() - 1);
    }
  return duration > 0 ? static_cast<std::size_t>(std::ceil(doubtful::lag * steps / duration)) : 0;
}

}  // namespace

std::optional<DerivativeFit> wrong_derivative(const std::vector<IntegratedPair>& runs) {
  constexpr double enough = 8;  // windows
  // Of white noise of variance 1, third differences have 20 and increments 2. The integral of white noise
  // has 6 and, over w points, w. Two roundings have a sixth of a digit squared.
  const double digit = smallest_change(runs);
  const double noise_of_values =
      std::max(roughness(runs, &IntegratedPair::values) / 20 * 2, digit * digit / 6);
  const double noise_of_integral = roughness(runs, &IntegratedPair::integral) / 6;
  std::optional<double> unexplained;  // the least
  Sums closest;
  bool is_clear = false;
  const auto judge = [&](std::size_t window, std::ptrdiff_t lag) {
    const Sums sums = sums_of(runs, window, lag);
    const double counts = doubtful::times_noise * sums.n;
    const double mean_time = sums.time / sums.n, least = doubtful::speed * mean_time;
    if (sums.n < enough || std::max(sums.xx, sums.yy) < sums.n * least * least ||
        !(sums.xx > counts * noise_of_values) ||
        !(std::max(sums.xx, sums.yy) > counts * static_cast<double>(window) * noise_of_integral))
      return false;
    is_clear |= sums.xx > doubtful::clearer * counts * noise_of_values &&
                std::max(sums.xx, sums.yy) >
                    doubtful::clearer * counts * static_cast<double>(window) * noise_of_integral;
    unexplained = std::min(sums.unexplained(), unexplained.value_or(sums.unexplained()));
    if (closest.correlation_squared() < doubtful::correlated &&
        sums.correlation_squared() > closest.correlation_squared())
      closest = sums;
    return *unexplained > doubtful::unexplained;
  };
  std::vector<std::size_t> unlike;  // windows
  for (const std::size_t window : windows)
    if (judge(window, 0)) unlike.push_back(window);
  if (!unexplained || *unexplained <= doubtful::unexplained) return std::nullopt;
  const auto max_lag = static_cast<std::ptrdiff_t>(points_of_lag(runs));
  for (const std::size_t window : unlike)
    for (std::ptrdiff_t lag = 1; lag <= max_lag; ++lag)
      if (!judge(window, lag) || !judge(window, -lag)) break;
  if (*unexplained <= doubtful::unexplained) return std::nullopt;
  const bool is_multiple = closest.correlation_squared() >= doubtful::correlated;
  if (!is_multiple && (*unexplained <= doubtful::unlike || !is_clear)) return std::nullopt;
  return DerivativeFit{is_multiple ? closest.xy / closest.xx : 0};
}

}  // namespace invdyn
