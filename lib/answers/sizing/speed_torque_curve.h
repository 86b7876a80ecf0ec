#pragma once

#include <vector>

namespace invdyn {

/// The torque of a motor at a speed, as in its data sheet: straight lines between points. Before the first
/// point and after the last one the torque is constant.
class SpeedTorqueCurve {
 public:
  struct Point {
    double speed = 0, torque = 0;  ///< rad/s, N m, at the motor's shaft; >= 0
  };
  /// A straight piece: torque + slope * (speed - from), for speeds from `from` to `to`.
  struct Piece {
    double from = 0, to = 0, torque = 0, slope = 0;
  };

  /// Needs at least one point. Speeds increase, with distances that make all slopes finite.
  explicit SpeedTorqueCurve(std::vector<Point> points);

  double at(double speed) const;
  double top_speed() const { return top_speed_; }  ///< of the last point, rad/s
  /// The pieces from speed 0 on, without gaps. The last piece has no end.
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  double top_speed_;
  std::vector<Piece> pieces_;
};

}  // namespace invdyn
