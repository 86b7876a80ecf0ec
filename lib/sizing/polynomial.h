#pragma once

#include <array>
#include <vector>

#include "../dynamics/quadratic.h"

namespace invdyn {

/// A polynomial of the fourth degree at the most; coefficient i is that of s^i.
using Quartic = std::array<double, 5>;

double value_at(const Quartic& polynomial, double s);
Quartic square_of(const Quadratic& quadratic);
/// sum += factor * other
void add(Quartic& sum, double factor, const Quartic& other);

/// Where the polynomial crosses zero between two finite bounds, ascending, to rounding. A zero at which it
/// does not change sign may be left out.
std::vector<double> crossings(const Quartic& polynomial, double from, double to);
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
