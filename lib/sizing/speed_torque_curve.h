#pragma once

#include <vector>

namespace invdyn {

/// The torque that a motor gives at a speed, as its maker draws it: straight lines between points. Slower
/// than the first point and faster than the last it stays as it is there.
class SpeedTorqueCurve {
 public:
  struct Point {
    double speed = 0, torque = 0;  ///< rad/s, N m, at the motor's shaft; >= 0
  };
  /// A straight piece: torque + slope * (speed - from), for speeds from `from` to `to`.
  struct Piece {
    double from = 0, to = 0, torque = 0, slope = 0;
  };

  /// At least one point, by increasing speed, so far apart that slopes are finite.
  explicit SpeedTorqueCurve(std::vector<Point> points);

  double at(double speed) const;
  double top_speed() const { return top_speed_; }  ///< of the last point, rad/s
  /// From speed 0 on, without gaps; the last one has no end.
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  double top_speed_;
  std::vector<Piece> pieces_;
};

}  // namespace invdyn
