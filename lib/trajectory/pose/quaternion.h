#pragma once

#include <Eigen/Core>
#include <cmath>

namespace invdyn {

/// A rotation as a quaternion: w is the cosine of half the angle; x, y, z are the axis times its sine. q and
/// -q are the same rotation. Written out, so that results are the same bytes on every processor.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;

  Quaternion conjugate() const { return {w, -x, -y, -z}; }
  Eigen::Vector3d vector() const { return {x, y, z}; }
  double dot(const Quaternion& other) const {
    return (w * other.w + x * other.x) + (y * other.y + z * other.z);
  }
  double norm() const { return std::sqrt(dot(*this)); }
  Quaternion scaled(double factor) const { return {factor * w, factor * x, factor * y, factor * z}; }
  Quaternion normalized() const { return scaled(1 / norm()); }
};

inline Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z), (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
      (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z), (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x)};
}

/// The vector turned by a unit quaternion: v + 2 w (u x v) + 2 u x (u x v), with u = (x, y, z).
inline Eigen::Vector3d rotated(const Quaternion& q, const Eigen::Vector3d& v) {
  const double x = 2 * (q.y * v.z() - q.z * v.y()), y = 2 * (q.z * v.x() - q.x * v.z()),
               z = 2 * (q.x * v.y() - q.y * v.x());
  return {v.x() + (q.w * x + (q.y * z - q.z * y)), v.y() + (q.w * y + (q.z * x - q.x * z)),
          v.z() + (q.w * z + (q.x * y - q.y * x))};
}

/// The rotation vector, the axis times the angle in [0, pi], of a quaternion of any length. q and -q have the
/// same one. It is exact to rounding near zero and near pi.
Eigen::Vector3d rotation_vector(const Quaternion& q);

/// The unit quaternion of a rotation vector.
Quaternion quaternion_of(const Eigen::Vector3d& rotation_vector);

/// The unit quaternion of R = Rz(yaw) Ry(pitch) Rx(roll).
Quaternion quaternion_of_angles(double roll, double pitch, double yaw);

}  // namespace invdyn
