#pragma once

#include <array>
#include <vector>

namespace invdyn {

/// Position, velocity and acceleration of one joint over time: polynomials, one after the other from t = 0.
class PiecewisePolynomial {
 public:
  /// Of the powers 0 to 5.
  using Coefficients = std::array<double, 6>;

  /// The position (rad or m) as long as there are no pieces.
  explicit PiecewisePolynomial(double start) : start_(start) {}

  /// Appends the position from the end so far until `end` (s), in powers of t - origin: the origin is the
  /// instant at which the values are to be exact. A piece without length is left out.
  void append(double end, double origin, const Coefficients& coefficients);

  double end() const { return pieces_.empty() ? 0 : pieces_.back().end; }  ///< s

  struct State {
    double position, velocity, acceleration;
  };
  /// At the time between two pieces, the state of the later one. t from 0 to end().
  State at(double t) const;

  struct Range {
    double lowest, highest;
  };
  /// Of the positions, between samples too.
  Range range() const;
  /// The largest absolute value of a derivative, 1 (velocity) to 3 (jerk), between samples too. Jumps of the
  /// derivative below count for nothing.
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
