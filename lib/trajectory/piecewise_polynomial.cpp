#include "piecewise_polynomial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace invdyn {
namespace {

using Coefficients = PiecewisePolynomial::Coefficients;

double value(const Coefficients& c, double x) {
  return ((((c[5] * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

Coefficients derivative(const Coefficients& c) {
  return {c[1], 2 * c[2], 3 * c[3], 4 * c[4], 5 * c[5], 0};
}

bool is_constant(const Coefficients& c) {
  return std::all_of(c.begin() + 1, c.end(), [](double coefficient) { return coefficient == 0; });
}

// Where the sign changes between two points of which it is known that it does.
double sign_change(const Coefficients& c, double before, double after) {
  const bool rises = value(c, before) < 0;
  constexpr int all_digits = 64;
  for (int i = 0; i < all_digits; ++i) {
    const double middle = std::midpoint(before, after);
    ((value(c, middle) < 0) == rises ? before : after) = middle;
  }
  return after;
}

// Appends the points between a and b where the sign changes: one at most between two of the derivative's.
void sign_changes(const Coefficients& c, double a, double b, std::vector<double>& points) {
  if (is_constant(c)) return;
  std::vector<double> turns;
  sign_changes(derivative(c), a, b, turns);
  turns.push_back(b);
  for (double before = a; const double after : turns) {
    if ((value(c, before) < 0) != (value(c, after) < 0)) points.push_back(sign_change(c, before, after));
    before = after;
  }
}

}  // namespace

void PiecewisePolynomial::append(double end, double origin, const Coefficients& coefficients) {
  const double begin = this->end();
  if (begin < end) pieces_.push_back({begin, end, origin, coefficients});
}

PiecewisePolynomial::State PiecewisePolynomial::at(double t) const {
  if (pieces_.empty()) return {start_, 0, 0};
  auto piece = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                [](double time, const Piece& later) { return time < later.begin; });
  if (piece != pieces_.begin()) --piece;
  const double x = t - piece->origin;
  const Coefficients& c = piece->coefficients;
  const Coefficients first = derivative(c);
  return {value(c, x), value(first, x), value(derivative(first), x)};
}

PiecewisePolynomial::Range PiecewisePolynomial::range_of(int order) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Range range{infinity, -infinity};
  std::vector<double> points;
  for (const Piece& piece : pieces_) {
    Coefficients c = piece.coefficients;
    for (int i = 0; i < order; ++i) c = derivative(c);
    points = {piece.begin - piece.origin, piece.end - piece.origin};
    sign_changes(derivative(c), points[0], points[1], points);
    for (const double x : points) {
      range.lowest = std::min(range.lowest, value(c, x));
      range.highest = std::max(range.highest, value(c, x));
    }
  }
  return range;
}

PiecewisePolynomial::Range PiecewisePolynomial::range() const {
  return pieces_.empty() ? Range{start_, start_} : range_of(0);
}

double PiecewisePolynomial::peak(int order) const {
  const Range range = range_of(order);
  return pieces_.empty() ? 0 : std::max(std::abs(range.lowest), std::abs(range.highest));
}

}  // namespace invdyn
