#include "velocity_lag.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace invdyn {
namespace {

constexpr double max_lag = 0.5, min_step = 0.0025, mean_over = 0.04;  // s
constexpr std::size_t max_samples = 2048;

// Values at even times, linear between the given ones.
std::vector<double> at_even_times(std::span<const double> t, const std::vector<double>& values, double step) {
  const auto count = static_cast<std::size_t>((t.back() - t.front()) / step) + 1;
  std::vector<double> even(count);
  for (std::size_t i = 0, k = 0; i < count; ++i) {
    const double time = t.front() + static_cast<double>(i) * step;
    while (k + 2 < t.size() && t[k + 1] < time) ++k;
    even[i] = values[k] + (values[k + 1] - values[k]) * ((time - t[k]) / (t[k + 1] - t[k]));
  }
  return even;
}

// Means of the velocity over 2 half_width steps. Both sides have the same means, so that noise is less and
// the lag remains.
std::vector<double> mean_velocities(const std::vector<double>& positions, std::size_t half_width) {
  std::vector<double> means(positions.size() - 2 * half_width);
  for (std::size_t i = 0; i < means.size(); ++i) means[i] = positions[i + 2 * half_width] - positions[i];
  return means;
}

std::vector<double> integral(std::span<const double> t, std::span<const double> dq) {
  std::vector<double> positions(t.size());
  for (std::size_t k = 1; k < t.size(); ++k)
    positions[k] = positions[k - 1] + (dq[k] + dq[k - 1]) / 2 * (t[k] - t[k - 1]);
  return positions;
}

double variance(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values) squares += (value - sum / n) * (value - sum / n);
  return squares / n;
}

// The velocities of the column and of the positions, at even times.
struct Velocities {
  std::vector<double> column, positions;
  std::size_t max_shift;

  // Whether the column changes little where it is compared: its correlation there is that of rounding.
  bool is_steady() const {
    constexpr double little = 0.01;
    const std::span all(column);
    return variance(all.subspan(max_shift, all.size() - 2 * max_shift)) <= little * variance(all);
  }

  // Coefficient of correlation of the column with the positions `shift` steps before; 0 if one is constant.
  double correlation(std::ptrdiff_t shift) const {
    const std::size_t begin = max_shift, end = column.size() - max_shift;
    const std::size_t stride = (end - begin + max_samples - 1) / max_samples;
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    const double x0 = column[begin], y0 = positions[begin];  // against cancellation
    for (std::size_t k = begin; k < end; k += stride) {
      const double a = column[k] - x0,
                   b = positions[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(k) - shift)] - y0;
      n += 1;
      x += a;
      y += b;
      xx += a * a;
      yy += b * b;
      xy += a * b;
    }
    const double variances = (xx - x * x / n) * (yy - y * y / n);
    return variances > 0 ? (xy - x * y / n) / std::sqrt(variances) : 0;
  }
};

// The shift of the maximum of a parabola through three correlations, from the middle one.
double peak_of(double before, double at, double after) {
  const double curvature = before - 2 * at + after;
  return curvature < 0 ? (before - after) / (2 * curvature) : 0;
}

}  // namespace

std::optional<double> velocity_lag(std::span<const double> t, std::span<const double> q,
                                   std::span<const double> dq) {
  constexpr std::size_t enough = 50;
  if (t.size() < enough) return std::nullopt;
  const double duration = t.back() - t.front(), mean_step = duration / static_cast<double>(t.size() - 1);
  if (!std::isfinite(duration)) return std::nullopt;
  const double max_steps = 4.0 * static_cast<double>(t.size());
  const double step = std::max({mean_step, min_step, duration / max_steps});
  const auto half_width = static_cast<std::size_t>(std::max(1.0, std::round(mean_over / step / 2)));
  const auto max_shift = static_cast<std::size_t>(std::min(max_lag, duration / 4) / step);
  if (max_shift < 2 || duration / step < static_cast<double>(2 * (half_width + max_shift) + enough))
    return std::nullopt;
  const auto velocities = [&](const std::vector<double>& positions) {
    return mean_velocities(at_even_times(t, positions, step), half_width);
  };
  const Velocities both{.column = velocities(integral(t, dq)),
                        .positions = velocities({q.begin(), q.end()}),
                        .max_shift = max_shift};
  if (both.is_steady()) return std::nullopt;

  constexpr double much_correlation = 0.7, small_error = 1e-3, part_of_error = 0.6, nearly_peak = 0.95;
  const auto error = [](double correlation) { return 1 - correlation * correlation; };
  const double now = both.correlation(0);
  if (!(now > 0) || error(now) < small_error) return std::nullopt;
  const auto limit = static_cast<std::ptrdiff_t>(max_shift);
  std::vector<double> correlations;
  for (std::ptrdiff_t shift = -limit; shift <= limit; ++shift)
    correlations.push_back(both.correlation(shift));
  const auto at = [&](std::ptrdiff_t shift) { return correlations[static_cast<std::size_t>(shift + limit)]; };
  const double largest = *std::max_element(correlations.begin(), correlations.end());
  // A periodic motion has many maxima: the nearest one counts.
  std::optional<std::ptrdiff_t> peak;
  for (std::ptrdiff_t shift = 1 - limit; shift < limit; ++shift)
    if (at(shift) >= at(shift - 1) && at(shift) >= at(shift + 1) && at(shift) >= nearly_peak * largest &&
        (!peak || std::abs(shift) < std::abs(*peak)))
      peak = shift;
  if (!peak || at(*peak) < much_correlation || error(at(*peak)) > part_of_error * error(now))
    return std::nullopt;
  const double lag = step * (static_cast<double>(*peak) + peak_of(at(*peak - 1), at(*peak), at(*peak + 1)));
  constexpr double many_steps = 1.5, long_time = 0.005;
  if (std::abs(lag) <= std::max(many_steps * mean_step, long_time)) return std::nullopt;
  return lag;
}

}  // namespace invdyn
