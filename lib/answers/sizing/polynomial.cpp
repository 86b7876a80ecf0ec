#include "polynomial.h"

#include <algorithm>
#include <cmath>

namespace invdyn {

Quartic square_of(const Quadratic& p) {
  return {p.constant * p.constant, 2 * p.constant * p.linear, p.linear * p.linear + 2 * p.constant * p.square,
          2 * p.linear * p.square, p.square * p.square};
}

void add(Quartic& sum, double factor, const Quartic& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * other[i];
}

double bound_of_zeros(const Quartic& polynomial) {
  const std::size_t degree = degree_of(polynomial);
  double largest = 0;
  for (std::size_t i = 0; i < degree; ++i)
    largest = std::max(largest, std::abs(polynomial[i] / polynomial[degree]));
  return 1 + largest;
}

Zeros zeros_of(const Quadratic& p) {
  if (p.square == 0) {
    if (p.linear == 0) return {};
    return {{-p.constant / p.linear}, 1};
  }
  const double discriminant = p.linear * p.linear - 4 * p.square * p.constant;
  if (discriminant < 0) return {};
  const double sum = -(p.linear + std::copysign(std::sqrt(discriminant), p.linear)) / 2;
  if (sum == 0) return {{0}, 1};
  return {{sum / p.square, p.constant / sum}, 2};
}

}  // namespace invdyn
