#pragma once

#include <array>

#include "../../dynamics/core/quadratic.h"
#include "../../lanes/scalar/crossings.h"

namespace invdyn {

/// A polynomial of degree 4 or less; coefficient i belongs to s^i.
using Quartic = std::array<double, 5>;

Quartic square_of(const Quadratic& quadratic);
/// sum += factor * other
void add(Quartic& sum, double factor, const Quartic& other);

/// An upper bound of the magnitude of all zeros [Cauchy 1829].
double bound_of_zeros(const Quartic& polynomial);

/// The `count` real zeros of a quadratic, at most two, in any order, computed without cancellation.
struct Zeros {
  std::array<double, 2> values{};
  std::size_t count = 0;
};
Zeros zeros_of(const Quadratic& quadratic);

}  // namespace invdyn
