#include "speed_torque_curve.h"

#include <cassert>
#include <limits>

namespace invdyn {

SpeedTorqueCurve::SpeedTorqueCurve(std::vector<Point> points) {
  assert(!points.empty());
  top_speed_ = points.back().speed;
  if (points.front().speed > 0) points.insert(points.begin(), {0, points.front().torque});
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point &a = points[i], &b = points[i + 1];
    pieces_.push_back({a.speed, b.speed, a.torque, (b.torque - a.torque) / (b.speed - a.speed)});
  }
  pieces_.push_back({top_speed_, std::numeric_limits<double>::infinity(), points.back().torque, 0});
}

double SpeedTorqueCurve::at(double speed) const {
  std::size_t i = 0;
  while (speed > pieces_[i].to) ++i;
  return pieces_[i].torque + pieces_[i].slope * (speed - pieces_[i].from);
}

}  // namespace invdyn
