#include "not_a_knot_spline.h"

#include <cassert>

namespace invdyn {

NotAKnotSpline::NotAKnotSpline(std::span<const double> times, std::span<const double> values)
    : times_(times), values_(values), slopes_(times.size()) {
  assert(!times.empty() && values.size() == times.size());
  if (times.size() == 2) slopes_[0] = slopes_[1] = chord(0);
  if (times.size() == 3) {
    const double bend = (chord(1) - chord(0)) / (times[2] - times[0]);
    slopes_[0] = chord(0) - bend * step(0);
    slopes_[1] = chord(0) + bend * step(0);
    slopes_[2] = chord(1) + bend * step(1);
  }
  if (times.size() > 3) find_slopes();
}

// A tridiagonal system for the slopes, with h_i the steps and c_i the chords' slopes:
//   h_i s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_{i-1} s_{i+1} = 3 (h_i c_{i-1} + h_{i-1} c_i),
// and at the ends
//   h_1 s_0 + (h_0 + h_1) s_1 = ((h_0 + 2 (h_0 + h_1)) h_1 c_0 + h_0^2 c_1) / (h_0 + h_1),
// mirrored at the last point. Elimination needs no pivoting: all pivots are positive.
void NotAKnotSpline::find_slopes() {
  const std::size_t last = times_.size() - 1;
  std::vector<double> above(times_.size());  // elements above the diagonal, divided by it
  const auto end_sum = [](double outer, double inner, double outer_chord, double inner_chord) {
    const double both = outer + inner;
    return ((outer + 2 * both) * inner * outer_chord + outer * outer * inner_chord) / both;
  };
  above[0] = (step(0) + step(1)) / step(1);
  slopes_[0] = end_sum(step(0), step(1), chord(0), chord(1)) / step(1);
  for (std::size_t i = 1; i < last; ++i) {
    const double before = step(i - 1), behind = step(i);
    const double pivot = 2 * (before + behind) - behind * above[i - 1];
    above[i] = before / pivot;
    slopes_[i] = (3 * (behind * chord(i - 1) + before * chord(i)) - behind * slopes_[i - 1]) / pivot;
  }
  const double outer = step(last - 1), inner = step(last - 2), both = outer + inner;
  const double pivot = inner - both * above[last - 1];
  slopes_[last] =
      (end_sum(outer, inner, chord(last - 1), chord(last - 2)) - both * slopes_[last - 1]) / pivot;
  for (std::size_t i = last; i > 0; --i) slopes_[i - 1] -= above[i - 1] * slopes_[i];
}

void NotAKnotSpline::evaluate(std::span<const double> at, std::span<double> result) const {
  std::size_t piece = 0;
  for (std::size_t k = 0; k < at.size(); ++k) {
    while (piece + 2 < times_.size() && at[k] >= times_[piece + 1]) ++piece;
    const double u = at[k] - times_[piece];
    if (times_.size() == 1) {
      result[k] = values_[0];
      continue;
    }
    const double h = step(piece), c = chord(piece), s0 = slopes_[piece], s1 = slopes_[piece + 1];
    const double square = (3 * c - 2 * s0 - s1) / h, cube = (s0 + s1 - 2 * c) / h / h;
    result[k] = values_[piece] + u * (s0 + u * (square + u * cube));
  }
}

}  // namespace invdyn
