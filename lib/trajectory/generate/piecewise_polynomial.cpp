#include "piecewise_polynomial.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../../lanes/scalar/crossings.h"

namespace invdyn {

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
  const Coefficients first = derivative_of(c);
  return {value_at(c, x), value_at(first, x), value_at(derivative_of(first), x)};
}

PiecewisePolynomial::Range PiecewisePolynomial::range_of(int order) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Range range{infinity, -infinity};
  for (const Piece& piece : pieces_) {
    Coefficients c = piece.coefficients;
    for (int i = 0; i < order; ++i) c = derivative_of(c);
    const double begin = piece.begin - piece.origin, end = piece.end - piece.origin;
    std::vector<double> points = crossings(derivative_of(c), begin, end);
    points.insert(points.end(), {begin, end});
    for (const double x : points) {
      range.lowest = std::min(range.lowest, value_at(c, x));
      range.highest = std::max(range.highest, value_at(c, x));
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
