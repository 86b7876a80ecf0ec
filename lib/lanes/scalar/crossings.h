#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace invdyn {

// Polynomials as lists of coefficients: coefficient i belongs to s^i.

template <std::size_t N>
double value_at(const std::array<double, N>& polynomial, double s) {
  double value = 0;
  for (std::size_t i = N; i-- > 0;) value = value * s + polynomial[i];
  return value;
}

template <std::size_t N>
std::array<double, N> derivative_of(const std::array<double, N>& polynomial) {
  std::array<double, N> derivative{};
  for (std::size_t i = 1; i < N; ++i) derivative[i - 1] = static_cast<double>(i) * polynomial[i];
  return derivative;
}

template <std::size_t N>
std::size_t degree_of(const std::array<double, N>& polynomial) {
  std::size_t degree = N - 1;
  while (degree > 0 && polynomial[degree] == 0) --degree;
  return degree;
}

/// The zero crossing of a polynomial with different signs at the two ends and one crossing between them.
template <std::size_t N>
double bisected(const std::array<double, N>& polynomial, double from, double to) {
  const double first = value_at(polynomial, from);
  if (first == 0) return from;  // a zero at s = 0 would take a thousand halvings
  if (value_at(polynomial, to) == 0) return to;
  for (;;) {
    const double middle = from + (to - from) / 2;
    if (!(middle > from && middle < to)) return middle;
    ((value_at(polynomial, middle) < 0) == (first < 0) ? from : to) = middle;
  }
}

/// The zero crossings of the polynomial between two finite bounds, ascending, to rounding. A zero without a
/// change of sign may be left out. Between the zeros of its derivative the polynomial is monotonic.
template <std::size_t N>
std::vector<double> crossings(const std::array<double, N>& polynomial, double from, double to) {
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

}  // namespace invdyn
