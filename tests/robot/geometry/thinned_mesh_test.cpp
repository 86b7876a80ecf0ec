#include "robot/meshes/thinned_mesh.h"

#include <gtest/gtest.h>

#include <numbers>

#include "written_files.h"

namespace invdyn {
namespace {

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

}  // namespace
}  // namespace invdyn
