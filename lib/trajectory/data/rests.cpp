#include "rests.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "noise_level.h"

namespace invdyn {
namespace {

// Three standard deviations to either side, or two neighbouring counts of an encoder.
double noise_band(std::span<const double> t, std::span<const double> measured) {
  constexpr double deviations = 6;
  const double step = quantization_step(measured);
  const double noise = noise_level(t, measured);
  const bool has_counts = step > 0 && step < 100 * noise;
  return std::max(deviations * noise, has_counts ? 1.001 * step : 0);
}

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

// Where a motion out of the rest begins, given the times when it is one and eight noise bands away: with the
// cube of time, at half the second time.
double extrapolated_begin(double one_band, double eight_bands) {
  return 2 * one_band - eight_bands;
}

// Rows that are not among these yet.
void add_rows_between(std::span<const double> t, double begin, double end, std::vector<std::size_t>& rows) {
  auto row = static_cast<std::size_t>(std::lower_bound(t.begin(), t.end(), begin) - t.begin());
  if (!rows.empty()) row = std::max(row, rows.back() + 1);
  for (; row < t.size() && t[row] <= end; ++row) rows.push_back(row);
}

}  // namespace

Rests find_rests(std::span<const double> t, std::span<const double> measured, double duration) {
  const double band = noise_band(t, measured);
  std::vector<Rests::Rest> found;
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
    const double place = mean(measured.subspan(begin, rows));
    if (!found.empty() && found.back().end == begin && std::abs(place - found.back().place) < band / 3) {
      Rests::Rest& rest = found.back();
      rest.end = end;
      rest.place = mean(measured.subspan(rest.begin, end - rest.begin));
      rest.varies |= low != high || place != rest.place;
    } else {
      found.push_back({begin, end, place, low != high});
    }
    begin = end;
  }
  return {band, std::move(found)};
}

std::vector<std::size_t> blurred_rows(std::span<const double> t, std::span<const double> dq, double cutoff) {
  constexpr double periods = 0.6, part = 0.25;
  double top = 0;
  for (const double speed : dq) top = std::max(top, std::abs(speed));
  std::vector<std::size_t> rows;
  for (std::size_t begin = 0; begin < t.size();) {
    const auto is_in_motion = [&](std::size_t k) {
      return std::abs(dq[k]) > slow_part * top && (dq[k] > 0) == (dq[begin] > 0);
    };
    std::size_t end = begin;
    while (end < t.size() && is_in_motion(end)) ++end;
    if (end > begin) {
      const double margin = std::min(periods / cutoff, part * (t[end - 1] - t[begin]));
      for (std::size_t k = begin; k < end; ++k)
        if (t[k] < t[begin] + margin || t[k] > t[end - 1] - margin) rows.push_back(k);
    }
    begin = std::max(end, begin + 1);
  }
  return rows;
}

std::vector<std::size_t> hold_rests(std::span<const double> t, const Rests& rests,
                                    std::span<const double> smooth, std::span<double> dq) {
  const double far = 8 * rests.band / 2;
  const std::size_t rows = t.size();
  std::vector<std::size_t> unsure;
  for (const auto& [begin, end, place, varies] : rests.all) {
    const double middle = (t[begin] + t[end - 1]) / 2;
    double rest_begin = t[begin], rest_end = t[end - 1];
    std::size_t before = begin, after = end;
    while (before > 0 && std::abs(smooth[before - 1] - place) < far) --before;
    while (after < rows && std::abs(smooth[after] - place) < far) ++after;
    if (begin > 0 && before > 0) {
      rest_begin = std::clamp(extrapolated_begin(t[begin - 1], t[before - 1]), rest_begin, middle);
      const double width = rest_begin - t[begin - 1];
      add_rows_between(t, t[begin - 1] - width, std::min(rest_begin + width, middle), unsure);
    }
    if (end < rows && after < rows) {
      rest_end = std::clamp(extrapolated_begin(t[end], t[after]), middle, rest_end);
      const double width = t[end] - rest_end;
      add_rows_between(t, std::max(rest_end - width, middle), t[end] + width, unsure);
    }
    for (std::size_t k = begin; k < end; ++k) {
      if (t[k] < rest_begin)
        dq[k] = dq[begin - 1] * (rest_begin - t[k]) / (rest_begin - t[begin - 1]);
      else if (t[k] > rest_end)
        dq[k] = dq[end] * (t[k] - rest_end) / (t[end] - rest_end);
      else
        dq[k] = 0;
    }
  }
  return unsure;
}

}  // namespace invdyn
