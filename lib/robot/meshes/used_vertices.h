#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace invdyn {

/// Takes the vertices that triangles use out of those of a whole file. Work and memory are linear, also for
/// many small parts of a large file.
class UsedVertices {
 public:
  /// Appends to `vertices` those of `all` that the triangles use, in the order of their first use. The
  /// triangles then have the numbers of these. Vertices: x, y and z of each.
  void take(const std::vector<float>& all, std::vector<std::uint32_t>& triangles,
            std::vector<float>& vertices) {
    number_.resize(std::max(number_.size(), all.size() / 3), unused);
    std::vector<std::uint32_t> used;
    for (std::uint32_t& corner : triangles) {
      std::uint32_t& number = number_[corner];
      if (number == unused) {
        number = static_cast<std::uint32_t>(used.size());
        used.push_back(corner);
        vertices.insert(vertices.end(), &all[3 * corner], &all[3 * corner] + 3);
      }
      corner = number;
    }
    for (const std::uint32_t vertex : used) number_[vertex] = unused;
  }

 private:
  static constexpr std::uint32_t unused = UINT32_MAX;

  std::vector<std::uint32_t> number_;  // of each vertex, while its part is taken
};

}  // namespace invdyn
