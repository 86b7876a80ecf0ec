#include "thinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace invdyn {
namespace {

// The points of one column.
struct Range {
  std::size_t first, last;
};

// Its ends, the points of minimum and maximum x and y, and the first gap, in order.
std::vector<std::size_t> kept(const Curve& curve, Range range) {
  std::size_t begin = range.first;
  while (begin < range.last && std::isnan(curve.y[begin])) ++begin;
  std::size_t min_x = begin, max_x = begin, min_y = begin, max_y = begin, gap = range.last;
  for (std::size_t i = range.first; i <= range.last; ++i) {
    if (std::isnan(curve.y[i])) gap = std::min(gap, i);
    if (curve.x[i] < curve.x[min_x]) min_x = i;
    if (curve.x[i] > curve.x[max_x]) max_x = i;
    if (curve.y[i] < curve.y[min_y]) min_y = i;
    if (curve.y[i] > curve.y[max_y]) max_y = i;
  }
  std::vector<std::size_t> result{range.first, min_x, max_x, min_y, max_y, gap, range.last};
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

std::vector<std::size_t> thinned_rows(const Curve& curve, std::size_t columns) {
  const std::size_t points = curve.x.size();
  std::vector<std::size_t> rows;
  const bool whole =
      std::all_of(curve.x.begin(), curve.x.end(), [](double value) { return std::isfinite(value); });
  if (points <= 4 * columns || !whole) {  // the gaps between pieces would be lost
    rows.resize(points);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
  }
  const double width = (curve.x.back() - curve.x.front()) / static_cast<double>(columns);
  // The width may overflow, or underflow to zero.
  const bool increases = std::is_sorted(curve.x.begin(), curve.x.end()) && std::isfinite(width) && width > 0;
  const auto column_of = [&](std::size_t i) {
    if (!increases) return i * columns / points;
    const double at = (curve.x[i] - curve.x.front()) / width;
    return static_cast<std::size_t>(std::min(at, static_cast<double>(columns - 1)));
  };
  for (std::size_t first = 0; first < points;) {
    std::size_t last = first;
    while (last + 1 < points && column_of(last + 1) == column_of(first)) ++last;
    const auto of_column = kept(curve, {first, last});
    rows.insert(rows.end(), of_column.begin(), of_column.end());
    first = last + 1;
  }
  return rows;
}

Curve thinned(const Curve& curve, std::size_t columns) {
  const auto rows = thinned_rows(curve, columns);
  if (rows.size() == curve.x.size()) return curve;
  Curve result = curve;
  result.x.clear();
  result.y.clear();
  for (const std::size_t row : rows) {
    result.x.push_back(curve.x[row]);
    result.y.push_back(curve.y[row]);
  }
  return result;
}

}  // namespace invdyn
