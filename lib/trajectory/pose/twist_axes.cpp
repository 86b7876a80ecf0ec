#include "twist_axes.h"

namespace invdyn {
namespace {

Eigen::Vector3d cross(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

}  // namespace

// Of angular velocities in axes of the world: dw = d(R' w_world) / dt = R' dw_world, as w x w = 0.
Twist twist_from(TwistAxes axes, const Quaternion& q, const Twist& twist) {
  const auto& [v, w, dv, dw] = twist;
  if (axes == TwistAxes::world) return {v, rotated(q.conjugate(), w), dv, rotated(q.conjugate(), dw)};
  if (axes == TwistAxes::body) return {rotated(q, v), w, rotated(q, dv + cross(w, v)), dw};
  return twist;
}

Twist twist_to(TwistAxes axes, const Quaternion& q, const Twist& twist) {
  const auto& [v, w, dv, dw] = twist;
  if (axes == TwistAxes::world) return {v, rotated(q, w), dv, rotated(q, dw)};
  if (axes == TwistAxes::mujoco) return twist;
  const Eigen::Vector3d v_body = rotated(q.conjugate(), v);
  return {v_body, w, rotated(q.conjugate(), dv) - cross(w, v_body), dw};
}

}  // namespace invdyn
