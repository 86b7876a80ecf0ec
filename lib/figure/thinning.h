#pragma once

#include <cstddef>

#include "figure.h"

namespace invdyn {

/// The curve as a figure of so many columns can show it, with every peak in its place: of the points that
/// fall into one column, the first and the last, the least and the largest stay. Where x does not increase, a
/// share of the points, in order, takes the place of a column. A curve of at most four points a column stays
/// whole.
Curve thinned(const Curve& curve, std::size_t columns);

}  // namespace invdyn
