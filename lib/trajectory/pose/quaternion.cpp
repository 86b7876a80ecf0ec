#include "quaternion.h"

#include "../../lanes/scalar/sin_cos.h"

namespace invdyn {
namespace {

// atan(t) / t by its series up to t^(highest - 1), for s = t^2.
template <int highest>
double arctangent_ratio(double s) {
  double sum = 0;
  for (int n = highest; n > 0; n -= 2) sum = 1.0 / n - s * sum;
  return sum;
}

}  // namespace

// With the length n and u = (x, y, z), a quarter of the angle has the tangent |u| / (w + n). Up to 0.12 rad,
// as between most rows, a short series is exact to rounding. Else two halvings, tan(a / 2) =
// tan a / (1 + sqrt(1 + tan^2 a)), leave at most pi / 16. No step divides by |u|.
Eigen::Vector3d rotation_vector(const Quaternion& q) {
  const double square = q.x * q.x + (q.y * q.y + q.z * q.z);
  const double below = std::abs(q.w) + std::sqrt(q.w * q.w + square);
  const double quarter = square / (below * below);  // squares of tangents
  if (quarter < 1e-3) return std::copysign(4 * arctangent_ratio<11>(quarter) / below, q.w) * q.vector();
  const double first = 1 + std::sqrt(1 + quarter), eighth = quarter / (first * first);
  const double second = 1 + std::sqrt(1 + eighth), sixteenth = eighth / (second * second);
  const double ratio = 16 * arctangent_ratio<23>(sixteenth) / ((below * first) * second);
  return std::copysign(ratio, q.w) * q.vector();
}

// sin(a) / a is 1 to rounding where a^2 vanishes beside 1.
Quaternion quaternion_of(const Eigen::Vector3d& r) {
  const double square = r.x() * r.x() + (r.y() * r.y() + r.z() * r.z());
  if (square < 1e-16) return Quaternion{1, r.x() / 2, r.y() / 2, r.z() / 2};
  const double angle = std::sqrt(square);
  const SinCos<double> half = sin_cos(angle / 2);
  const double ratio = half.sin / angle;
  return {half.cos, ratio * r.x(), ratio * r.y(), ratio * r.z()};
}

Quaternion quaternion_of_angles(double roll, double pitch, double yaw) {
  const SinCos<double> x = sin_cos(roll / 2), y = sin_cos(pitch / 2), z = sin_cos(yaw / 2);
  return Quaternion{z.cos, 0, 0, z.sin} * (Quaternion{y.cos, 0, y.sin, 0} * Quaternion{x.cos, x.sin, 0, 0});
}

}  // namespace invdyn
