#include "axis_angle.h"

#include <Eigen/Geometry>
#include <cmath>

#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {
namespace {

// The angle of the point (x, y) in the first quadrant. First a rational guess for y / x <= 1 with an error of
// at most 5e-3, then two steps theta + sin(angle - theta). A step reduces the error to a sixth of its cube.
double angle_of(double x, double y) {
  const double length = std::sqrt(x * x + y * y);
  const bool steep = y > x;
  const double ratio = steep ? x / y : y / x;
  double theta = ratio / (1 + 0.28125 * ratio * ratio);
  if (steep) theta = 1.5707963267948966 - theta;
  for (int i = 0; i < 2; ++i) {
    const auto [s, c] = sin_cos(theta);
    theta += (y * c - x * s) / length;
  }
  return theta;
}

}  // namespace

AxisAngle axis_angle_of(const Eigen::Matrix3d& R) {
  Eigen::Quaterniond quaternion(R);
  if (quaternion.w() < 0) quaternion.coeffs() *= -1;
  const Eigen::Vector3d vector = quaternion.vec();
  const double sine = vector.norm();  // sine of half the angle
  if (sine == 0) return {Eigen::Vector3d::UnitX(), 0};
  return {vector / sine, 2 * angle_of(quaternion.w(), sine)};
}

}  // namespace invdyn
