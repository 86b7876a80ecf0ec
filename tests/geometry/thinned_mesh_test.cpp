#include "geometry/thinned_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "written_files.h"

namespace invdyn {
namespace {

// A ball of radius 1, of 2 n^2 triangles.
Mesh ball(std::uint32_t n) {
  Mesh mesh;
  const auto vertex = [&](std::uint32_t i, std::uint32_t j) { return i * n + j % n; };
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) {
      const double a = std::numbers::pi * i / n, b = 2 * std::numbers::pi * j / n;
      for (const double x : {std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)})
        mesh.vertices.push_back(static_cast<float>(x));
    }
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j)
      mesh.triangles.insert(mesh.triangles.end(), {vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1),
                                                   vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
  return mesh;
}

TEST(ThinnedMesh, KeepsTheBody) {
  const Mesh fine = ball(300);
  EXPECT_NEAR(volume_of({fine}), 4 * std::numbers::pi / 3, 1e-3);
  const Mesh coarse = thinned(fine, 3000);
  EXPECT_LE(coarse.triangle_count(), 3000u);
  EXPECT_GT(coarse.triangle_count(), 1000u) << "as fine as the number allows";
  EXPECT_NEAR(volume_of({coarse}), 4 * std::numbers::pi / 3, 0.1);
  for (const std::uint32_t index : coarse.triangles) EXPECT_LT(3 * index, coarse.vertices.size());
}

TEST(ThinnedMesh, LeavesASmallOneAlone) {
  const Mesh small = ball(10);
  EXPECT_EQ(thinned(small, 200).triangles, small.triangles);
  EXPECT_EQ(thinned(small, 0).triangle_count(), 0u);
}

TEST(ThinnedMesh, SharesTheLimit) {
  EXPECT_EQ(share(30, 100, 1000), 30u);
  EXPECT_EQ(share(3000, 10000, 1000), 300u);
}

}  // namespace
}  // namespace invdyn
