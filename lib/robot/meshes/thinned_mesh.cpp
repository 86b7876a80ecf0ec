#include "thinned_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace invdyn {
namespace {

using Cell = std::array<std::int32_t, 3>;

// The order of the cells, equal ones in the order of their indices. A radix sort: its time is linear,
// whatever a hostile mesh has in its cells.
std::vector<std::uint32_t> order_of(const std::vector<Cell>& cells) {
  constexpr int bits = 11;
  constexpr std::uint32_t buckets = 1u << bits;
  std::vector<std::uint32_t> order(cells.size()), next(cells.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t axis = 3; axis-- > 0;)
    for (int shift = 0; shift < 32; shift += bits) {
      const auto digit = [&](std::uint32_t index) {
        return (std::bit_cast<std::uint32_t>(cells[index][axis]) >> shift) % buckets;
      };
      std::array<std::size_t, buckets + 1> begin{};
      for (std::uint32_t i = 0; i < cells.size(); ++i) ++begin[digit(i) + 1];
      if (*std::max_element(begin.begin(), begin.end()) == cells.size()) continue;  // all are the same
      for (std::size_t d = 1; d < begin.size(); ++d) begin[d] += begin[d - 1];
      for (const std::uint32_t index : order) next[begin[digit(index)]++] = index;
      order.swap(next);
    }
  return order;
}

// The number of the cell that each vertex lies in, from 0 in the order of the vertices.
template <class CellOf>
std::vector<std::uint32_t> numbers_of_cells(const Mesh& mesh, const CellOf& cell_of) {
  const std::size_t count = mesh.vertices.size() / 3;
  std::vector<Cell> cells(count);
  for (std::size_t v = 0; v < count; ++v) cells[v] = cell_of(&mesh.vertices[3 * v]);
  const std::vector<std::uint32_t> order = order_of(cells);
  // First the first vertex of the cell, then its number.
  std::vector<std::uint32_t> numbers(count);
  for (std::size_t k = 0; k < count; ++k)
    numbers[order[k]] = k > 0 && cells[order[k]] == cells[order[k - 1]] ? numbers[order[k - 1]] : order[k];
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < count; ++v) numbers[v] = numbers[v] == v ? next++ : numbers[numbers[v]];
  return numbers;
}

// Without triangles that have lost a corner, and without repeated ones.
std::vector<std::uint32_t> merged_triangles(const Mesh& mesh, const std::vector<std::uint32_t>& numbers) {
  std::vector<Cell> triangles;
  triangles.reserve(mesh.triangle_count());
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    Cell corners{};
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = static_cast<std::int32_t>(numbers[mesh.triangles[t + k]]);
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    triangles.push_back(corners);
  }
  std::vector<std::uint32_t> indices;
  const Cell* last = nullptr;
  for (const std::uint32_t t : order_of(triangles)) {
    if (last && *last == triangles[t]) continue;
    last = &triangles[t];
    for (const std::int32_t corner : *last) indices.push_back(static_cast<std::uint32_t>(corner));
  }
  return indices;
}

// Each new vertex is the mean of those that it replaces. One axis after the other needs less memory.
std::vector<float> merged_vertices(const Mesh& mesh, const std::vector<std::uint32_t>& numbers) {
  const std::size_t count = numbers.empty() ? 0 : 1 + *std::max_element(numbers.begin(), numbers.end());
  std::vector<std::uint32_t> weights(count, 0);
  for (const std::uint32_t number : numbers) ++weights[number];
  std::vector<float> vertices(3 * count);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> sums(count, 0);
    for (std::size_t v = 0; v < numbers.size(); ++v)
      sums[numbers[v]] += static_cast<double>(mesh.vertices[3 * v + axis]);
    for (std::size_t k = 0; k < count; ++k)
      vertices[3 * k + axis] = static_cast<float>(sums[k] / static_cast<double>(weights[k]));
  }
  return vertices;
}

struct Box {
  std::array<double, 3> low{};
  double longest = 0;
};

Box box_around(const Mesh& mesh) {
  Box box;
  for (std::size_t k = 0; k < 3; ++k) {
    double low = INFINITY, high = -INFINITY;
    for (std::size_t i = k; i < mesh.vertices.size(); i += 3) {
      low = std::min(low, static_cast<double>(mesh.vertices[i]));
      high = std::max(high, static_cast<double>(mesh.vertices[i]));
    }
    box.low[k] = low;
    box.longest = std::max(box.longest, high - low);
  }
  return box;
}

}  // namespace

Mesh welded(Mesh mesh) {
  const auto bits_of = [](const float* v) {
    Cell cell;
    for (std::size_t k = 0; k < 3; ++k) cell[k] = std::bit_cast<std::int32_t>(v[k] + 0.0f);  // -0 becomes 0
    return cell;
  };
  const std::vector<std::uint32_t> numbers = numbers_of_cells(mesh, bits_of);
  std::uint32_t next = 0;
  for (std::size_t v = 0; v < numbers.size(); ++v)
    if (numbers[v] == next)
      std::copy_n(mesh.vertices.begin() + static_cast<std::ptrdiff_t>(3 * v), 3,
                  mesh.vertices.begin() + static_cast<std::ptrdiff_t>(3 * next++));
  mesh.vertices.resize(3 * std::size_t{next});
  mesh.vertices.shrink_to_fit();
  mesh.triangles = merged_triangles(mesh, numbers);
  return mesh;
}

// A closed surface with n cells along its longest side has some n^2 triangles.
Mesh thinned(Mesh mesh, std::size_t max_triangles) {
  const Box box = box_around(mesh);
  for (double cells = 1.5 * std::sqrt(static_cast<double>(max_triangles));
       mesh.triangle_count() > max_triangles && cells >= 1;) {
    const double per_metre = box.longest > 0 ? cells / box.longest : 0;
    const auto cell_of = [&](const float* v) {
      Cell cell;
      for (std::size_t k = 0; k < 3; ++k)
        cell[k] = static_cast<std::int32_t>((static_cast<double>(v[k]) - box.low[k]) * per_metre);
      return cell;
    };
    const std::vector<std::uint32_t> numbers = numbers_of_cells(mesh, cell_of);
    mesh = {merged_vertices(mesh, numbers), merged_triangles(mesh, numbers), mesh.colour};
    const double left = static_cast<double>(max_triangles) / static_cast<double>(mesh.triangle_count());
    cells *= std::min(0.8, std::sqrt(left));
  }
  if (mesh.triangle_count() > max_triangles) return {{}, {}, mesh.colour};
  return mesh;
}

}  // namespace invdyn
