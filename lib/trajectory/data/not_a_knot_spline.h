#pragma once

#include <span>
#include <vector>

namespace invdyn {

/// The cubic spline through all points, with continuous first and second derivatives. At each end the outer
/// two pieces are one cubic, "not-a-knot" [de Boor 1978, A Practical Guide to Splines, chapter IV]. It is
/// exact for cubics. Three points give a parabola, two a straight line, one a constant.
class NotAKnotSpline {
 public:
  /// Times in s, increasing; one value per time. Both must outlive this object.
  NotAKnotSpline(std::span<const double> times, std::span<const double> values);

  /// Evaluates the spline at increasing times, s. Beyond the first and last point it extends the outer
  /// pieces.
  void evaluate(std::span<const double> at, std::span<double> result) const;

 private:
  double step(std::size_t i) const { return times_[i + 1] - times_[i]; }
  double chord(std::size_t i) const { return (values_[i + 1] - values_[i]) / step(i); }
  void find_slopes();

  std::span<const double> times_, values_;
  std::vector<double> slopes_;  // at the points
};

}  // namespace invdyn
