#pragma once

#include <cstdint>
#include <vector>

namespace invdyn {

/// The triangles of the convex hull of points (x, y, z of each), which face outwards, as MuJoCo takes them
/// from Qhull. Empty if the points have no volume, to rounding.
std::vector<std::uint32_t> convex_hull(const std::vector<float>& points);

}  // namespace invdyn
