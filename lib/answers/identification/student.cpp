#include "student.h"

#include <cmath>

namespace invdyn {
namespace {

// The continued fraction of the incomplete beta function [Abramowitz & Stegun 26.5.8], by Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, enough = 1e-15;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < tiny ? tiny : d);
  double h = d;
  for (int m = 1; m < 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    h *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    h *= d * c;
    if (std::abs(d * c - 1) < enough) break;
  }
  return h;
}

// The probability of |T| > t: the incomplete beta function at x = freedom / (freedom + t^2).
double outside(double t, double freedom) {
  const double a = freedom / 2, b = 0.5, x = freedom / (freedom + t * t);
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace

double student_95(double freedom) {
  double low = 1, high = 20;  // 12.7 for one degree of freedom
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (outside(middle, freedom) > 0.05 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace invdyn
