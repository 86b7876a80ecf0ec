#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace invdyn {

inline constexpr std::size_t max_hull_vertices = 50'000;

/// The triangles of the convex hull of points (x, y, z of each), which face outwards, as MuJoCo takes them
/// from Qhull. Empty if the points have no volume, to rounding, or the hull has max_hull_vertices or more.
std::vector<std::uint32_t> convex_hull(const std::vector<float>& points);

}  // namespace invdyn
