#include "noise_gain.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "low_pass.h"
#include "spline_noise.h"

namespace invdyn {
namespace {

constexpr double pi = std::numbers::pi;

// The derivative of this order in row k as the sum of weight(i) x_{k-i} over all i.
class Weights {
 public:
  // response: the result in all rows for an impulse in row `centre`.
  Weights(const double* response, std::size_t rows, std::size_t centre, int order)
      : values_(response, response + rows), centre_(centre), order_(order) {}

  // sum weight(i) f(i).
  template <class Function>
  double sum(const Function& f) const {
    double result = 0;
    for (std::size_t row = 0; row < values_.size(); ++row)
      result += values_[row] * f(static_cast<double>(row) - static_cast<double>(centre_));
    return result;
  }
  double root_of_squares() const {
    double squares = 0;
    for (const double value : values_) squares += value * value;
    return std::sqrt(squares);
  }
  // The derivative of order n of x = t^(n+1) / (n+1)! is t. With a delay d, the result at t = 0 is -d.
  double delay(double step) const {
    const double delay =
        -sum([&](double i) { return std::pow(-i * step, order_ + 1) / std::tgamma(order_ + 2); });
    return std::abs(delay) > 1e-6 * step ? delay : 0;  // else rounding of symmetric weights
  }
  // The amplitude of the result for exp(j angle k), for weights of sum zero; avoids the difference of near
  // numbers.
  double amplitude(double angle) const {
    if (order_ == 0) return 1;
    const double real = sum([&](double i) { return -2 * std::pow(std::sin(angle * i / 2), 2); });
    return std::hypot(real, sum([&](double i) { return -std::sin(angle * i); }));
  }
  int order() const { return order_; }
  // The weights in the order of the rows, with this many zeros before and after them.
  std::vector<double> in_order(std::size_t zeros) const {
    std::vector<double> result(values_.size() + 2 * zeros, 0);
    std::copy(values_.rbegin(), values_.rend(), result.begin() + static_cast<std::ptrdiff_t>(zeros));
    return result;
  }

 private:
  std::vector<double> values_;
  std::size_t centre_;
  int order_;
};

// Standard deviation after the filter, for white noise of standard deviation 1 before it. Its square is the
// mean of |amplitude|^2 over angles from 0 to pi. With tan(angle / 2) = corner x and x = tan(phi / 2), the
// integrand is smooth and periodic in phi, so the midpoint rule is practically exact.
double filtered_noise(const Weights& weights, const LowPass& filter) {
  constexpr int points = 2000;
  const double corner = filter.tangent_of_corner();
  double sum = 0;
  for (int k = 0; k < points; ++k) {
    const double x = std::tan(pi * (k + 0.5) / points / 2), tangent = corner * x;
    const double amplitude = weights.amplitude(2 * std::atan(tangent)) * filter.amplitude(tangent);
    sum += amplitude * amplitude * corner * (1 + x * x) / (1 + tangent * tangent);
  }
  return std::sqrt(sum / points);
}

// The frequency at which the remaining amplitude first falls below 1/sqrt(2); half the rate if it never does.
template <class Left>
double bandwidth(const Left& left, double step, double scale) {
  const double enough = 1 / std::numbers::sqrt2;
  double low = 0, high = 0;  // angles per row
  // At least 1e-12: a smaller stride would vanish in rounding.
  for (const double stride = std::max(std::min(scale, pi), 1e-12) / 500;;) {
    high = std::min(low + stride, pi);
    if (!(left(high) >= enough)) break;  // also ends for angles so small that their squares are 0
    if (high == pi) return 0.5 / step;
    low = high;
  }
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (left(middle) >= enough ? low : high) = middle;
  }
  return low / (2 * pi * step);
}

// Maximum number of rows on each side, measured or resampled, for the weights of a resampled and filtered
// row.
constexpr double farthest = 5e5;

// The filter's response to an impulse is the same forward and backward, so weights can be filtered like rows.
double resampled_noise(const Weights& weights, const std::optional<LowPass>& filter,
                       const SplineNoise& spline) {
  if (!filter) return spline.deviation(weights.in_order(0));
  const auto maximum = static_cast<std::size_t>(farthest / (1 + spline.rows_per_row()));
  std::vector<double> spread = weights.in_order(filter->padding(maximum));
  filter->apply(spread);
  return spline.deviation(spread);
}

Response response(const Weights& weights, double step, const std::optional<LowPass>& filter,
                  const std::optional<SplineNoise>& spline) {
  const auto left = [&](double angle) {
    const double kept =
        (filter ? filter->amplitude(std::tan(angle / 2)) : 1) * (spline ? spline->amplitude(angle) : 1);
    return kept * weights.amplitude(angle) / std::pow(angle / step, weights.order());
  };
  double scale = filter ? 2 * std::atan(filter->tangent_of_corner()) : pi;
  if (spline) scale = std::min(scale, pi * spline->rows_per_row());
  return {spline   ? resampled_noise(weights, filter, *spline)
          : filter ? filtered_noise(weights, *filter)
                   : weights.root_of_squares(),
          weights.order() == 0 ? 0 : weights.delay(step), bandwidth(left, step, scale)};
}

}  // namespace

Responses responses(Differentiation how, double step, std::optional<double> lowpass,
                    std::span<const double> measured) {
  Responses result;
  if (how.known == Known::q_dq_ddq) return result;
  how.step = step;
  // The impulse is so far from the ends that it does not affect the rows there.
  const std::size_t reach = std::max(how.rows_needed(), how.rows_before()) + 1;
  const std::size_t centre = 2 * reach, rows = 4 * reach + 1;
  Block block(1, rows);
  block.rows = rows;
  block.last = true;
  const bool from_q = how.known == Known::q;
  (from_q ? block.q : block.dq)(static_cast<Eigen::Index>(centre), 0) = 1;
  differentiate(how, block, "impulse");
  std::optional<LowPass> filter;
  if (lowpass) filter.emplace(*lowpass, step);
  std::optional<SplineNoise> spline;
  if (!measured.empty()) spline.emplace(measured, step);
  if (from_q) {
    const double impulse = 1;
    if (filter || spline) result.q = response(Weights(&impulse, 1, 0, 0), step, filter, spline);
    result.dq = response(Weights(block.dq.data(), rows, centre, 1), step, filter, spline);
  }
  result.ddq = response(Weights(block.ddq.data(), rows, centre, from_q ? 2 : 1), step, filter, spline);
  return result;
}

// Two periods of the cut-off on each side contain the response to an impulse except for 1e-5 of it.
bool reaches_too_far(double lowpass, double step, std::span<const double> measured) {
  return 2 / (lowpass * step) * (1 + SplineNoise(measured, step).rows_per_row()) > farthest;
}

}  // namespace invdyn
