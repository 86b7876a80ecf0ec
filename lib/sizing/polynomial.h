#pragma once

#include <array>

#include "../dynamics/quadratic.h"
#include "../scalar/crossings.h"

namespace invdyn {

/// A polynomial of degree 4 or less; coefficient i belongs to s^i.
using Quartic = std::array<double, 5>;

Quartic square_of(const Quadratic& quadratic);
/// sum += factor * other
void add(Quartic& sum, double factor, const Quartic& other);

/// No zero lies beyond this bound [Cauchy 1829].
double bound_of_zeros(const Quartic& polynomial);

/// The real zeros of a quadratic, in no order, without loss of digits to cancellation: at most two, of which
/// `count` are there.
struct Zeros {
  std::array<double, 2> values{};
  std::size_t count = 0;
};
Zeros zeros_of(const Quadratic& quadratic);

}  // namespace invdyn
