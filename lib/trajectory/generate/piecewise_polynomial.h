#pragma once

#include <array>
#include <vector>

namespace invdyn {

/// Position, velocity and acceleration of one joint over time: consecutive polynomials from t = 0.
class PiecewisePolynomial {
 public:
  /// The coefficients of the powers 0 to 5.
  using Coefficients = std::array<double, 6>;

  /// `start`: the position (rad or m) of a motion without pieces.
  explicit PiecewisePolynomial(double start) : start_(start) {}

  /// Appends the position from the present end to `end` (s), as powers of t - origin. At the origin the
  /// values are exact. A piece of length zero is left out.
  void append(double end, double origin, const Coefficients& coefficients);

  double end() const { return pieces_.empty() ? 0 : pieces_.back().end; }  ///< s

  struct State {
    double position, velocity, acceleration;
  };
  /// The state at t, from 0 to end(). Between two pieces, it is the state of the later one.
  State at(double t) const;

  struct Range {
    double lowest, highest;
  };
  /// The range of the positions, also between samples.
  Range range() const;
  /// The largest absolute value of a derivative, 1 (velocity) to 3 (jerk), also between samples. Jumps of the
  /// next lower derivative are ignored.
  double peak(int derivative) const;

 private:
  struct Piece {
    double begin, end, origin;
    Coefficients coefficients;
  };
  Range range_of(int derivative) const;

  double start_;
  std::vector<Piece> pieces_;
};

}  // namespace invdyn
