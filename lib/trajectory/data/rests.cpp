#include "rests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "noise_level.h"

namespace invdyn {
namespace {

// The range in which nearly all noise lies: three standard deviations to either side, or two neighbouring
// counts of an encoder.
double noise_band(std::span<const double> t, std::span<const double> measured) {
  constexpr double deviations = 6;
  const double step = quantization_step(measured);
  const double noise = noise_level(t, measured);
  const bool has_counts = step > 0 && step < 100 * noise;
  return std::max(deviations * noise, has_counts ? 1.001 * step : 0);
}

// Rows [begin, end).
struct Rest {
  std::size_t begin, end;
};

double mean(std::span<const double> values) {
  double sum = 0;  // of differences, which keeps all digits
  for (const double value : values) sum += value - values.front();
  return values.front() + sum / static_cast<double>(values.size());
}

// A slow motion stays within the noise for a while too. It drifts on.
bool drifts(std::span<const double> measured, double band) {
  const std::size_t half = measured.size() / 2;
  return std::abs(mean(measured.first(half)) - mean(measured.last(half))) > band / 3;
}

std::vector<Rest> rests(std::span<const double> t, std::span<const double> measured, double duration,
                        double band) {
  std::vector<Rest> found;
  for (std::size_t begin = 0; begin < t.size();) {
    double low = measured[begin], high = low;
    std::size_t end = begin;
    while (end < t.size() && std::max(high, measured[end]) - std::min(low, measured[end]) <= band) {
      low = std::min(low, measured[end]);
      high = std::max(high, measured[end]);
      ++end;
    }
    const std::size_t rows = end - begin;
    if (t[end - 1] - t[begin] < duration || drifts(measured.subspan(begin, rows), band)) {
      begin += std::max<std::size_t>(1, rows / 16);  // keeps the cost linear
      continue;
    }
    const bool goes_on =
        !found.empty() && found.back().end == begin &&
        std::abs(mean(measured.subspan(begin, rows)) -
                 mean(measured.subspan(found.back().begin, begin - found.back().begin))) < band / 3;
    if (goes_on)
      found.back().end = end;
    else
      found.push_back({begin, end});
    begin = end;
  }
  return found;
}

// Where a motion out of the rest begins, given the times when it is one and eight noise bands away: with the
// cube of time, at half the second time.
double extrapolated_begin(double one_band, double eight_bands) {
  return 2 * one_band - eight_bands;
}

}  // namespace

void hold_rests(std::span<const double> t, std::span<const double> measured, std::span<const double> smooth,
                double duration, std::span<double> dq) {
  const double band = noise_band(t, measured), far = 8 * band / 2;
  const std::size_t rows = t.size();
  for (const auto [begin, end] : rests(t, measured, duration, band)) {
    const double place = mean(measured.subspan(begin, end - begin));
    const double middle = (t[begin] + t[end - 1]) / 2;
    double rest_begin = t[begin], rest_end = t[end - 1];
    std::size_t before = begin, after = end;
    while (before > 0 && std::abs(smooth[before - 1] - place) < far) --before;
    while (after < rows && std::abs(smooth[after] - place) < far) ++after;
    if (begin > 0 && before > 0)
      rest_begin = std::clamp(extrapolated_begin(t[begin - 1], t[before - 1]), rest_begin, middle);
    if (end < rows && after < rows)
      rest_end = std::clamp(extrapolated_begin(t[end], t[after]), middle, rest_end);
    for (std::size_t k = begin; k < end; ++k) {
      if (t[k] < rest_begin)
        dq[k] = dq[begin - 1] * (rest_begin - t[k]) / (rest_begin - t[begin - 1]);
      else if (t[k] > rest_end)
        dq[k] = dq[end] * (t[k] - rest_end) / (t[end] - rest_end);
      else
        dq[k] = 0;
    }
  }
}

}  // namespace invdyn
