#include "smoothing_choice.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>

#include "smoothing_spline.h"

namespace invdyn {
namespace {

constexpr double parameter_cost = 1.4;
constexpr double averaging = 0.01;  // s

// Parts of a trajectory: times, and for each column its values.
struct Part {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
};

// Means over `count` rows. A few rows at the end are left out.
Part means(std::span<const double> t, const std::vector<std::vector<double>>& columns, std::size_t begin,
           std::size_t rows, std::size_t count) {
  const auto averaged = [&](std::span<const double> values) {
    std::vector<double> result(rows / count);
    for (std::size_t i = 0; i < result.size(); ++i) {
      double sum = 0;  // of differences, which keeps all digits of large times
      for (std::size_t k = 0; k < count; ++k)
        sum += values[begin + i * count + k] - values[begin + i * count];
      result[i] = values[begin + i * count] + sum / static_cast<double>(count);
    }
    return result;
  };
  Part part{averaged(t), {}};
  for (const std::vector<double>& column : columns) part.columns.push_back(averaged(column));
  return part;
}

// At most `max_parts` parts, evenly spread, of at most `part_rows` means each.
std::vector<Part> parts_of(std::span<const double> t, const std::vector<std::vector<double>>& columns,
                           std::size_t count) {
  constexpr std::size_t max_parts = 6, part_rows = 2048;
  const std::size_t wanted = part_rows * count;
  if (t.size() <= max_parts * wanted) return {means(t, columns, 0, t.size(), count)};
  std::vector<Part> parts;
  for (std::size_t i = 0; i < max_parts; ++i)
    parts.push_back(means(t, columns, (t.size() - wanted) / (max_parts - 1) * i, wanted, count));
  return parts;
}

// The scores of one cut-off: n RSS / (n - 1.4 parameters)^2 for each column; infinite if too many parameters.
std::vector<double> scores(const std::vector<Part>& parts, double cutoff) {
  const std::size_t columns = parts.front().columns.size();
  std::vector<double> squares(columns);
  double rows = 0, parameters = 0;
  for (const Part& part : parts) {
    const SmoothingSpline spline(part.t, cutoff);
    parameters += spline.parameters();
    rows += static_cast<double>(part.t.size());
    std::vector<std::vector<double>> q = part.columns;
    std::vector<double> slope(part.t.size()), second(part.t.size());  // not used
    std::vector<SmoothingSpline::Curve> curves;
    for (std::vector<double>& column : q) curves.push_back({column, slope, second});
    spline.apply(curves);
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t k = 0; k < part.t.size(); ++k)
        squares[j] += (part.columns[j][k] - q[j][k]) * (part.columns[j][k] - q[j][k]);
  }
  const double free = rows - parameter_cost * parameters;
  for (double& square : squares)
    square = free > 0 ? rows * square / (free * free) : std::numeric_limits<double>::infinity();
  return squares;
}

double rounded_to_three_digits(double value) {
  char text[32];
  const char* end =
      std::to_chars(std::begin(text), std::end(text), value, std::chars_format::scientific, 2).ptr;
  std::from_chars(std::begin(text), end, value);
  return value;
}

// The last `together` scores in one.
std::vector<double> joined(std::vector<double> scores, std::size_t together) {
  for (; together > 1; --together) {
    const double last = scores.back();
    scores.pop_back();
    scores.back() += last;
  }
  return scores;
}

// The best cut-off for each column, from a logarithmic grid of some 12 per decade.
std::vector<double> best_cutoffs(const std::vector<Part>& parts, std::size_t together) {
  const std::vector<double>& t = parts.front().t;
  const double duration = t.back() - t.front(), step = duration / static_cast<double>(t.size() - 1);
  const double lowest = 0.3 / duration, highest = 0.4 / step;
  const auto steps =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(12 * std::log10(highest / lowest))));
  std::vector<double> best(parts.front().columns.size() + 1 - together, rounded_to_three_digits(lowest));
  std::vector<double> minimum(best.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i <= steps; ++i) {
    const double cutoff = rounded_to_three_digits(
        lowest * std::pow(highest / lowest, static_cast<double>(i) / static_cast<double>(steps)));
    const std::vector<double> found = joined(scores(parts, cutoff), together);
    for (std::size_t j = 0; j < best.size(); ++j)
      if (found[j] < minimum[j]) {
        minimum[j] = found[j];
        best[j] = cutoff;
      }
  }
  return best;
}

}  // namespace

std::vector<double> automatic_cutoffs(std::span<const double> t,
                                      const std::vector<std::vector<double>>& columns, std::size_t together) {
  const std::size_t rows = t.size();
  std::vector<double> result = best_cutoffs(parts_of(t, columns, 1), together);
  const double step = (t.back() - t.front()) / static_cast<double>(rows - 1);
  const auto count =
      static_cast<std::size_t>(std::clamp(std::round(averaging / step), 1.0, static_cast<double>(rows)));
  constexpr std::size_t min_means = 16;
  if (count > 1 && rows / count >= min_means) {
    const std::vector<double> slower = best_cutoffs(parts_of(t, columns, count), together);
    for (std::size_t j = 0; j < result.size(); ++j) result[j] = std::min(result[j], slower[j]);
  }
  return result;
}

}  // namespace invdyn
