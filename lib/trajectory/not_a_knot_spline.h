#pragma once

#include <span>
#include <vector>

namespace invdyn {

/// The cubic spline through all points, with continuous first and second derivatives, whose outer two pieces
/// at each end are one cubic, "not-a-knot" [de Boor 1978, A Practical Guide to Splines, chapter IV]. Exact
/// for cubics. Three points have a parabola, two a straight line, one a constant.
class NotAKnotSpline {
 public:
  /// Times increase, s; as many values. Both must outlive this.
  NotAKnotSpline(std::span<const double> times, std::span<const double> values);

  /// At times that increase, within those of the points (or beyond them, by the outer pieces).
  void evaluate(std::span<const double> at, std::span<double> result) const;

 private:
  double step(std::size_t i) const { return times_[i + 1] - times_[i]; }
  double chord(std::size_t i) const { return (values_[i + 1] - values_[i]) / step(i); }
  void find_slopes();

  std::span<const double> times_, values_;
  std::vector<double> slopes_;  // at the points
};

}  // namespace invdyn
