#include "thinned_mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace invdyn {
namespace {

using Cell = std::array<std::int32_t, 3>;

struct CellHash {
  std::size_t operator()(const Cell& cell) const {
    std::size_t hash = 0;
    for (const std::int32_t part : cell) hash = hash * 0x9e3779b97f4a7c15u + static_cast<std::uint32_t>(part);
    return hash ^ (hash >> 29);
  }
};

// The number of the cell that each vertex lies in, from 0 in the order of the vertices.
template <class CellOf>
std::vector<std::uint32_t> numbers_of_cells(const Mesh& mesh, const CellOf& cell_of) {
  std::vector<std::uint32_t> numbers(mesh.vertices.size() / 3);
  std::unordered_map<Cell, std::uint32_t, CellHash> number_of;
  number_of.reserve(numbers.size());
  for (std::size_t v = 0; v < numbers.size(); ++v)
    numbers[v] =
        number_of.try_emplace(cell_of(&mesh.vertices[3 * v]), static_cast<std::uint32_t>(number_of.size()))
            .first->second;
  return numbers;
}

// Without triangles that have lost a corner, and without repeated ones.
std::vector<std::uint32_t> merged_triangles(const Mesh& mesh, const std::vector<std::uint32_t>& numbers) {
  std::vector<Cell> triangles;
  for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
    Cell corners{};
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = static_cast<std::int32_t>(numbers[mesh.triangles[t + k]]);
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) continue;
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    triangles.push_back(corners);
  }
  std::sort(triangles.begin(), triangles.end());
  triangles.erase(std::unique(triangles.begin(), triangles.end()), triangles.end());
  std::vector<std::uint32_t> indices;
  indices.reserve(3 * triangles.size());
  for (const Cell& corners : triangles)
    for (const std::int32_t corner : corners) indices.push_back(static_cast<std::uint32_t>(corner));
  return indices;
}

// Each new vertex is the mean of those that it replaces.
std::vector<float> merged_vertices(const Mesh& mesh, const std::vector<std::uint32_t>& numbers) {
  const std::size_t count = numbers.empty() ? 0 : 1 + *std::max_element(numbers.begin(), numbers.end());
  std::vector<double> sums(3 * count, 0), weights(count, 0);
  for (std::size_t v = 0; v < numbers.size(); ++v) {
    weights[numbers[v]] += 1;
    for (std::size_t k = 0; k < 3; ++k)
      sums[3 * numbers[v] + k] += static_cast<double>(mesh.vertices[3 * v + k]);
  }
  std::vector<float> vertices(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) vertices[k] = static_cast<float>(sums[k] / weights[k / 3]);
  return vertices;
}

Mesh merged(const Mesh& mesh, const std::vector<std::uint32_t>& numbers) {
  return {merged_vertices(mesh, numbers), merged_triangles(mesh, numbers), mesh.colour};
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
  return merged(mesh, numbers_of_cells(mesh, bits_of));
}

// A closed surface with n cells along its longest side has some n^2 triangles.
Mesh thinned(Mesh mesh, std::size_t max_triangles) {
  if (mesh.triangle_count() <= max_triangles) return mesh;
  const Box box = box_around(mesh);
  for (double cells = 1.5 * std::sqrt(static_cast<double>(max_triangles)); cells >= 1; cells *= 0.8) {
    const double per_metre = box.longest > 0 ? cells / box.longest : 0;
    const auto cell_of = [&](const float* v) {
      Cell cell;
      for (std::size_t k = 0; k < 3; ++k)
        cell[k] = static_cast<std::int32_t>((static_cast<double>(v[k]) - box.low[k]) * per_metre);
      return cell;
    };
    const std::vector<std::uint32_t> numbers = numbers_of_cells(mesh, cell_of);
    if (std::vector<std::uint32_t> triangles = merged_triangles(mesh, numbers);
        triangles.size() / 3 <= max_triangles)
      return {merged_vertices(mesh, numbers), std::move(triangles), mesh.colour};
  }
  return {{}, {}, mesh.colour};
}

}  // namespace invdyn
