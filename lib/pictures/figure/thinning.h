#pragma once

#include <cstddef>
#include <vector>

#include "figure.h"

namespace invdyn {

/// The curve at the resolution of a figure with this number of columns. All peaks keep their places: in each
/// column, the first, last, minimum and maximum points stay. If x does not increase, columns are equal parts
/// of the points, in order. A curve of at most four points per column is not changed.
Curve thinned(const Curve& curve, std::size_t columns);
/// The indices of its points in `curve`.
std::vector<std::size_t> thinned_rows(const Curve& curve, std::size_t columns);

}  // namespace invdyn
