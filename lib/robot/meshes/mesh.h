#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace invdyn {

/// Red, green, blue, opacity, 0 to 1.
using Colour = std::array<float, 4>;

/// Triangles of one colour.
struct Mesh {
  std::vector<float> vertices;           ///< x, y, z of each, m
  std::vector<std::uint32_t> triangles;  ///< three indices of vertices each
  std::optional<Colour> colour = {};     ///< from its file

  std::size_t triangle_count() const { return triangles.size() / 3; }
};

}  // namespace invdyn
