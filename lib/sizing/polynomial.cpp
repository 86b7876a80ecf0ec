#include "polynomial.h"

#include <algorithm>
#include <cmath>

namespace invdyn {
namespace {

Quartic derivative_of(const Quartic& polynomial) {
  Quartic derivative{};
  for (std::size_t i = 1; i < polynomial.size(); ++i)
    derivative[i - 1] = static_cast<double>(i) * polynomial[i];
  return derivative;
}

std::size_t degree_of(const Quartic& polynomial) {
  std::size_t degree = polynomial.size() - 1;
  while (degree > 0 && polynomial[degree] == 0) --degree;
  return degree;
}

// The polynomial has other signs at both ends, and one crossing between them.
double bisected(const Quartic& polynomial, double from, double to) {
  const bool rises = value_at(polynomial, from) < 0;
  for (;;) {
    const double middle = from + (to - from) / 2;
    if (!(middle > from && middle < to)) return middle;
    ((value_at(polynomial, middle) < 0) == rises ? from : to) = middle;
  }
}

}  // namespace

double value_at(const Quartic& polynomial, double s) {
  double value = 0;
  for (std::size_t i = polynomial.size(); i-- > 0;) value = value * s + polynomial[i];
  return value;
}

Quartic square_of(const Quadratic& p) {
  return {p.constant * p.constant, 2 * p.constant * p.linear, p.linear * p.linear + 2 * p.constant * p.square,
          2 * p.linear * p.square, p.square * p.square};
}

void add(Quartic& sum, double factor, const Quartic& other) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * other[i];
}

// Between the zeros of its derivative a polynomial rises or falls.
std::vector<double> crossings(const Quartic& polynomial, double from, double to) {
  if (degree_of(polynomial) == 0) return {};
  std::vector<double> ends = crossings(derivative_of(polynomial), from, to);
  ends.insert(ends.begin(), from);
  ends.push_back(to);
  std::vector<double> found;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i)
    if ((value_at(polynomial, ends[i]) < 0) != (value_at(polynomial, ends[i + 1]) < 0))
      found.push_back(bisected(polynomial, ends[i], ends[i + 1]));
  return found;
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
