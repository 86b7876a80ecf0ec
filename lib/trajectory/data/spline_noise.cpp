#include "spline_noise.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

namespace invdyn {
namespace {

// The influence of a point on a cubic spline decays by 0.27 per point: sqrt(3) - 2 on even times.
constexpr std::ptrdiff_t margin = 40;

// Solves for z at the inner points; at the first and last point z = 0. With h_i the steps,
//   z_{i-1} / h_{i-1} + 2 (1 / h_{i-1} + 1 / h_i) z_i + z_{i+1} / h_i = b_i.
// This is the system for the slopes of a spline (see NotAKnotSpline), with each row divided by h_{i-1} h_i.
// So it is symmetric.
void solve(const std::vector<double>& h, std::vector<double>& b) {
  std::vector<double> above(b.size(), 0);
  b.front() = b.back() = 0;
  for (std::size_t i = 1; i + 1 < b.size(); ++i) {
    const double pivot = 2 * (1 / h[i - 1] + 1 / h[i]) - above[i - 1] / h[i - 1];
    above[i] = 1 / h[i] / pivot;
    b[i] = (b[i] - b[i - 1] / h[i - 1]) / pivot;
  }
  for (std::size_t i = b.size() - 1; i > 1; --i) b[i - 1] -= above[i - 1] * b[i];
}

}  // namespace

SplineNoise::SplineNoise(std::span<const double> measured, double step)
    : measured_(measured),
      step_(step),
      duration_(measured.back() - measured.front()),
      mean_step_(duration_ / static_cast<double>(measured.size() - 1)) {
  assert(measured.size() > 1);
  const double itself[] = {1};
  takes_measured_rows_ = std::abs(deviation(itself) - 1) < 1e-9;
}

// Relative to the first row. Rows go on before and after the file in its own steps.
double SplineNoise::time(std::ptrdiff_t row) const {
  const auto steps = static_cast<std::ptrdiff_t>(measured_.size()) - 1;
  const std::ptrdiff_t round = row >= 0 ? row / steps : -((steps - 1 - row) / steps);
  const double within = measured_[static_cast<std::size_t>(row - round * steps)] - measured_.front();
  return static_cast<double>(round) * duration_ + within;
}

std::ptrdiff_t SplineNoise::row_before(double time) const {
  const double round = std::floor(time / duration_);
  const double within = measured_.front() + std::max(time - round * duration_, 0.0);
  const auto next = std::upper_bound(measured_.begin() + 1, measured_.end() - 1, within);
  const auto steps = static_cast<std::ptrdiff_t>(measured_.size()) - 1;
  return static_cast<std::ptrdiff_t>(round) * steps + (next - measured_.begin()) - 1;
}

// With y the measured rows and s the slopes there, the sum is d y + e s, and A s = B y. So its weights on y
// are d + B' z, where A z = e.
double SplineNoise::variance(std::span<const double> weights, double begin) const {
  const double end = begin + static_cast<double>(weights.size() - 1) * step_;
  const std::ptrdiff_t first = row_before(begin) - margin;
  const auto points = static_cast<std::size_t>(row_before(end) + 1 + margin - first) + 1;
  std::vector<double> x(points), h(points - 1), on_values(points, 0), on_slopes(points, 0);
  for (std::size_t i = 0; i < points; ++i) x[i] = time(first + static_cast<std::ptrdiff_t>(i));
  for (std::size_t i = 0; i + 1 < points; ++i) h[i] = x[i + 1] - x[i];
  for (std::size_t k = 0, p = 0; k < weights.size(); ++k) {
    const double at = begin + static_cast<double>(k) * step_;
    while (p + 2 < points && at >= x[p + 1]) ++p;
    const double v = (at - x[p]) / h[p], rise = v * v * (3 - 2 * v);
    on_values[p] += weights[k] * (1 - rise);
    on_values[p + 1] += weights[k] * rise;
    on_slopes[p] += weights[k] * h[p] * v * (1 - v) * (1 - v);
    on_slopes[p + 1] -= weights[k] * h[p] * v * v * (1 - v);
  }
  solve(h, on_slopes);
  for (std::size_t i = 0; i + 1 < points; ++i) {
    const double on_difference = 3 * (on_slopes[i] + on_slopes[i + 1]) / (h[i] * h[i]);
    on_values[i] -= on_difference;
    on_values[i + 1] += on_difference;
  }
  double squares = 0;
  for (const double weight : on_values) squares += weight * weight;
  return squares;
}

// Over all rows, or over a sample of them. The sample uses multiples of the golden ratio: for any sample
// size, they are evenly spread over the file and over places between measured rows.
double SplineNoise::deviation(std::span<const double> weights) const {
  constexpr double enough_work = 1e7, minimum = 8, maximum = 2000;
  const double rows = std::floor(duration_ / step_ + 1e-9) + 1;
  const double work =
      static_cast<double>(weights.size()) * (1 + rows_per_row()) + 2 * static_cast<double>(margin);
  const auto count =
      static_cast<std::size_t>(std::min(std::clamp(enough_work / work, minimum, maximum), rows));
  const bool all = static_cast<double>(count) == rows;
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = (static_cast<double>(i) + 0.5) * (std::numbers::phi - 1);
    const double row = all ? static_cast<double>(i) : std::floor(rows * (place - std::floor(place)));
    sum += variance(weights, (row - static_cast<double>(weights.size() / 2)) * step_);
  }
  return std::sqrt(sum / static_cast<double>(count));
}

// On even times it is the response of the cardinal spline, (sin(x) / x)^4 / (1 - 2/3 sin(x)^2) with
// x = angle / 2 per measured row [Unser, Aldroubi & Eden 1993, IEEE Trans. Signal Processing 41, 821].
double SplineNoise::amplitude(double angle) const {
  const double x = angle / 2 / rows_per_row();
  if (x == 0 || takes_measured_rows_) return 1;
  const double sine = std::sin(x), ratio = sine / x;
  return ratio * ratio * ratio * ratio / (1 - 2.0 / 3 * sine * sine);
}

}  // namespace invdyn
