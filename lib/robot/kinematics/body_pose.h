#pragma once

#include "../../lanes/scalar/sin_cos.h"
#include "../../lanes/scalar/vectors.h"
#include "../model/bodies.h"

namespace invdyn {

/// The pose of a body in its parent (or in the base) at joint position q, rad or m: R takes coordinates in
/// the body's axes to the parent's, p is the body's origin in the parent's axes, m. angle: sine and cosine of
/// q, if it is an angle.
template <class T>
void set_body_pose(const Body& body, const T& q, const SinCos<T>& angle, Matrix3<T>& R, Vector3<T>& p) {
  R = body.R_parent_body.template cast<T>();
  p = body.p_parent_body.template cast<T>();
  if (body.is_revolute) {
    const Vector3<T> x = R.col(0), y = R.col(1);
    R.col(0) = x * angle.cos + y * angle.sin;
    R.col(1) = y * angle.cos - x * angle.sin;
  } else {
    p += R.col(2) * q;
  }
}

template <class T>
void set_body_pose(const Body& body, const T& q, Matrix3<T>& R, Vector3<T>& p) {
  set_body_pose(body, q, body.is_revolute ? sin_cos(q) : SinCos<T>{}, R, p);
}

}  // namespace invdyn
