#include "repeats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace invdyn {
namespace {

// The least step of these values that is not zero; infinite if there is none.
double smallest_step(const std::vector<double>& values) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < values.size(); ++k)
    if (const double step = std::abs(values[k] - values[k - 1]); step > 0)
      smallest = std::min(smallest, step);
  return smallest;
}

// Whether the joint goes on in one direction: three steps, one after the other. After a stop the middle one
// is small.
bool goes_on(double before, double step, double after, double smallest) {
  constexpr double steps = 3, part = 0.6, rounding = 1 - 1e-6;
  const double sign = step > 0 ? 1 : -1;
  return std::min({sign * before, sign * step, sign * after}) >= steps * rounding * smallest &&
         sign * step >= part * sign * (before + after) / 2;
}

// Whether the second of these rows, in which the joints moved, may be held until the third one.
bool may_be_held(std::span<const double> t, std::span<const std::size_t, 4> moved) {
  constexpr std::size_t longest = 3;
  constexpr double longest_time = 0.1, rounding = 1 + 1e-9;
  const std::size_t rows = moved[2] - moved[1];
  const std::size_t shortest_neighbour = std::min(moved[1] - moved[0], moved[3] - moved[2]);
  return t[moved[2]] - t[moved[1]] <= longest_time * rounding &&
         (rows <= longest + 1 || 2 * shortest_neighbour >= rows);
}

// Rows whose positions differ from those of the row before.
std::vector<std::size_t> moved_rows(const std::vector<std::vector<double>>& q) {
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < q.front().size(); ++k)
    if (k == 0 ||
        std::any_of(q.begin(), q.end(), [&](const auto& column) { return column[k] != column[k - 1]; }))
      rows.push_back(k);
  return rows;
}

// The first rows, if the joints move on steadily behind them: no motion begins at its full speed. The time of
// the others goes on as before, so the first ones are older; if the way after them is longer, they are held.
std::vector<std::size_t> held_begin(std::span<const double> t, const std::vector<std::size_t>& moved,
                                    const std::vector<std::vector<double>>& q,
                                    const std::vector<double>& smallest) {
  constexpr std::size_t longest = 3;
  constexpr double steps = 3, steady = 0.9, longest_time = 0.1, longer = 1.5, rounding = 1 + 1e-9;
  if (moved.size() < 5 || moved[1] == 1 || moved[1] > longest + 1 || moved[4] != moved[1] + 3 ||
      t[moved[1]] - t[0] > longest_time * rounding)
    return {};
  for (std::size_t j = 0; j < q.size(); ++j) {
    const auto step = [&](std::size_t to) { return q[j][moved[to]] - q[j][moved[to - 1]]; };
    const double sign = step(2) > 0 ? 1 : -1, first = sign * step(1);
    const double least = std::min({sign * step(2), sign * step(3), sign * step(4)}),
                 most = std::max({sign * step(2), sign * step(3), sign * step(4)});
    if (std::min(first, least) < steps * smallest[j] || std::min(first, least) < steady * most) continue;
    const std::size_t begin = first > longer * most ? 1 : 0;
    std::vector<std::size_t> held(moved[1] - 1);
    std::iota(held.begin(), held.end(), begin);
    return held;
  }
  return {};
}

// The first rows and the last ones, which lack neighbours, if the rows next to them are repeated.
void add_ends(const std::vector<std::size_t>& moved, std::size_t rows, std::vector<std::size_t>& repeated) {
  if (repeated.empty()) return;
  const std::size_t first = repeated.front(), last = repeated.back(), end = moved.size() - 1;
  if (first == moved[1] + 1 && moved[1] <= 2 * (moved[2] - moved[1])) {
    std::vector<std::size_t> begin(moved[1] - 1);
    std::iota(begin.begin(), begin.end(), std::size_t{1});
    repeated.insert(repeated.begin(), begin.begin(), begin.end());
  }
  // Two holds have no step after them.
  const std::size_t usual = moved[end - 1] - moved[end - 2];
  if (last + 1 == moved[end - 1] && moved[end] - moved[end - 1] <= 2 * usual &&
      rows - moved[end] <= 2 * usual)
    for (std::size_t k = moved[end - 1] + 1; k < rows; ++k)
      if (k != moved[end]) repeated.push_back(k);
}

}  // namespace

std::vector<std::size_t> repeated_rows(std::span<const double> t, const std::vector<std::vector<double>>& q,
                                       std::size_t run) {
  if (q.empty()) return {};
  const std::vector<std::size_t> moved = moved_rows(q);
  if (moved.size() == t.size()) return {};
  std::vector<double> smallest;
  for (const std::vector<double>& column : q) smallest.push_back(smallest_step(column));
  std::vector<std::size_t> repeated;
  for (std::size_t i = 1; i + 2 < moved.size(); ++i) {
    if (moved[i + 1] == moved[i] + 1 || moved[i - 1] / run != moved[i + 2] / run) continue;
    if (!may_be_held(t, std::span(moved).subspan(i - 1).first<4>())) continue;
    for (std::size_t j = 0; j < q.size(); ++j) {
      const auto step = [&](std::size_t to) { return q[j][moved[to]] - q[j][moved[to - 1]]; };
      if (!goes_on(step(i), step(i + 1), step(i + 2), smallest[j])) continue;
      for (std::size_t k = moved[i] + 1; k < moved[i + 1]; ++k) repeated.push_back(k);
      break;
    }
  }
  if (run >= t.size()) add_ends(moved, t.size(), repeated);
  if (run >= t.size() && (repeated.empty() || repeated.front() > moved[1]))
    if (const std::vector<std::size_t> begin = held_begin(t, moved, q, smallest); !begin.empty())
      repeated.insert(repeated.begin(), begin.begin(), begin.end());
  return repeated;
}

std::vector<std::size_t> failed_rows(const std::vector<std::vector<double>>& q) {
  constexpr std::size_t least_joints = 3, part_of_rows = 10;
  constexpr double turn = 2 * std::numbers::pi, rounding = 1e-9, far = 0.1, near = 0.2;
  if (q.size() < least_joints) return {};
  const std::size_t rows = q.front().size();
  const auto is_one_value = [&](std::size_t k) {
    return std::all_of(q.begin() + 1, q.end(), [&](const auto& column) {
      return std::abs(std::remainder(column[k] - q.front()[k], turn)) < rounding;
    });
  };
  std::vector<std::size_t> failed;
  for (std::size_t begin = 0, end = 0; begin < rows; begin = end + 1) {
    end = begin;
    while (end < rows && is_one_value(end)) ++end;
    if (begin == end || begin == 0 || end == rows) continue;
    const auto leaves = std::count_if(q.begin(), q.end(), [&](const std::vector<double>& column) {
      const double way = std::abs(column[begin] - column[begin - 1]);
      return way > far && std::abs(column[end] - column[begin - 1]) < near * way;
    });
    if (leaves < 2) continue;
    for (std::size_t k = begin; k < end; ++k) failed.push_back(k);
  }
  if (failed.size() * part_of_rows > rows) failed.clear();
  return failed;
}

void fill_rows(std::span<const double> t, const std::vector<std::size_t>& rows, std::span<double> values) {
  const auto is_filled = [&](std::size_t k) { return std::binary_search(rows.begin(), rows.end(), k); };
  const auto other = [&](std::size_t k, std::ptrdiff_t direction) {
    do k += static_cast<std::size_t>(direction);
    while (is_filled(k));
    return k;
  };
  std::array<std::size_t, 4> points{};
  std::size_t next_of_hold = t.size();  // none
  for (const std::size_t row : rows) {
    if (row != next_of_hold) {  // all rows of a hold have the same neighbours
      const std::size_t before = other(row, -1), after = other(row, 1);
      points = {other(before, -1), before, after, after < t.size() ? other(after, 1) : after};
    }
    next_of_hold = row + 1;
    const auto is_there = [&](std::size_t k) { return k < t.size(); };
    const std::size_t before = is_there(points[1]) ? points[1] : points[2];
    double sum = 0;
    for (const std::size_t i : points) {
      if (!is_there(i)) continue;
      double weight = 1;
      for (const std::size_t j : points)
        if (j != i && is_there(j)) weight *= (t[row] - t[j]) / (t[i] - t[j]);
      sum += weight * (values[i] - values[before]);
    }
    values[row] = values[before] + sum;
  }
}

}  // namespace invdyn
