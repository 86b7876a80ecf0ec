#pragma once

#include <vector>

#include "../../ground/matrix/bounded_least_squares.h"
#include "../../robot/model/pseudo_inertia.h"

namespace invdyn {

/// The smallest size of a link that is not heavier than this, kg. All 0: any size.
struct LinkSize {
  double heaviest = 0;
  double thinnest = 0;  ///< radius of gyration in each direction, m
  double radius = 0;    ///< summed over all directions
};
inline constexpr double minimum_radius = 1e-3;  ///< m, a plate of 3 mm

/// That of a solid ball of the densest matter. In each direction it may be thinner, as in the file, but not
/// below `minimum_radius`. `file`: mass > 0.
LinkSize smallest_size(const LinkParameters& file, double heaviest);

/// The bounds of a link's ten parameters, in units of `scale`: no density is negative, and, of a link with a
/// size, that it keeps it and a tenth of the file's mass.
std::vector<Bound> bounds_of_link(const LinkParameters& file, const LinkSize& size,
                                  const LinkParameters& scale);

}  // namespace invdyn
