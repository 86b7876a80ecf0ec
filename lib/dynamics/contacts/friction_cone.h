#pragma once

#include <cmath>

#include "../../lanes/scalar/sin_cos.h"
#include "../../lanes/scalar/vectors.h"

namespace invdyn {

/// The forces f at a point for which |f_t| <= friction f_n; all in the same axes. T: double, or a batch.
template <class T>
struct FrictionCone {
  Vector3<T> normal;
  T friction;
};

/// The force of a convex set that is nearest to a given one, and how it changes with that: a generalised
/// Jacobian.
template <class T>
struct NearestForce {
  Vector3<T> force;
  Matrix3<T> jacobian;
};

inline bool is_one(double x) {
  return x == 1;
}

template <class T>
void add_dyad(const T& factor, const Vector3<T>& v, Matrix3<T>& sum) {
  sum += (factor * v) * v.transpose();
}

/// Closed form of the projection onto the second-order cone [Fukushima, Luo & Tseng 2001].
template <class T>
NearestForce<T> nearest_in(const FrictionCone<T>& cone, const Vector3<T>& f) {
  using std::sqrt;
  const T zero(0), one(1), &mu = cone.friction;
  const T n = cone.normal.dot(f);
  const Vector3<T> tangential = f - n * cone.normal;
  const T squared = tangential.squaredNorm();
  const T inside = select(n >= zero, select(mu * n * (mu * n) >= squared, one, zero), zero);
  if (is_one(inside)) return {f, Matrix3<T>::Identity()};

  const T t = sqrt(squared);
  const auto is_opposite = -n >= mu * t;
  const auto on_edge = [&](const T& x) { return select(inside > zero, zero, select(is_opposite, zero, x)); };

  const T one_by_t = one / select(t > zero, t, one);
  const Vector3<T> direction = one_by_t * tangential;
  const Vector3<T> u = mu * direction + cone.normal, p = cone.normal.cross(direction);
  const T share = one / (one + mu * mu);
  const T pressure = on_edge((n + mu * t) * share);
  NearestForce<T> result{inside * f + pressure * u, inside * Matrix3<T>::Identity()};
  add_dyad(on_edge(share), u, result.jacobian);
  add_dyad(mu * pressure * one_by_t, p, result.jacobian);
  return result;
}

/// The same for friction without limit: f_n >= 0.
template <class T>
NearestForce<T> nearest_in_half_space(const Vector3<T>& normal, const Vector3<T>& f) {
  const T zero(0), n = normal.dot(f), beyond = select(n >= zero, zero, T(1));
  NearestForce<T> result{f - beyond * n * normal, Matrix3<T>::Identity()};
  add_dyad(-beyond, normal, result.jacobian);
  return result;
}

}  // namespace invdyn
