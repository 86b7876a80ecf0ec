#include "low_pass.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "../../ground/base/error.h"
#include "../../ground/base/wording.h"
#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {
namespace {

// One pass, from the first value to the last. The analog filter of unit corner,
//   x_1' = u - x_2 - sqrt(2) x_1,   x_2' = x_1,   output x_2,
// by the trapezoidal rule, which is the bilinear transform. For a low corner, the states lose far fewer
// digits than the usual recursion in the outputs.
void pass(std::span<double> values, double corner) {
  const double divisor = 1 + corner * (corner + std::numbers::sqrt2);
  double s1 = 0, s2 = values.front();
  for (double& value : values) {
    const double x1 = (s1 + corner * (value - s2)) / divisor, x2 = s2 + corner * x1;
    s1 = 2 * x1 - s1;
    s2 = 2 * x2 - s2;
    value = x2;
  }
}

}  // namespace

// Two passes have the amplitude 1 / (1 + (tan / corner)^4). It is 1 / sqrt(2) at
// tan = corner (sqrt(2) - 1)^(1/4).
LowPass::LowPass(double cutoff, double step) : padding_(std::ceil(6 / (cutoff * step))) {
  if (!(cutoff * step < 0.5))
    throw UsageError("`lowpass`", "is " + six_digits(cutoff) + " Hz, but rows are " + six_digits(step) +
                                      " s apart: expected less than " + six_digits(0.5 / step) +
                                      " Hz, half the rate of the rows");
  const SinCos<double> angle = sin_cos(std::numbers::pi * cutoff * step);
  corner_ = angle.sin / angle.cos / std::sqrt(std::sqrt(std::numbers::sqrt2 - 1));
}

std::size_t LowPass::padding(std::size_t rows) const {
  return static_cast<std::size_t>(std::min(padding_, static_cast<double>(rows) - 1));
}

double LowPass::amplitude(double tangent) const {
  const double ratio = tangent / corner_, square = ratio * ratio;
  return 1 / (1 + square * square);
}

void LowPass::apply(std::span<double> values) const {
  if (values.empty()) return;
  const std::size_t count = values.size(), more = padding(count);
  std::vector<double> extended(count + 2 * more);
  for (std::size_t i = 0; i < more; ++i) {
    extended[i] = 2 * values.front() - values[more - i];
    extended[more + count + i] = 2 * values.back() - values[count - 2 - i];
  }
  std::copy(values.begin(), values.end(), extended.begin() + static_cast<std::ptrdiff_t>(more));
  pass(extended, corner_);
  std::reverse(extended.begin(), extended.end());
  pass(extended, corner_);
  for (std::size_t i = 0; i < count; ++i) values[i] = extended[more + count - 1 - i];
}

}  // namespace invdyn
