#pragma once

#include "dynamics/core/forward_dynamics.h"
#include "dynamics/core/mass_matrix.h"
#include "dynamics/formulations/generalized_forces.h"
#include "support/torques.h"

namespace invdyn::test {

// The terms of the equation of motion, computed by the library in the scalar T.

template <class T>
using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
std::span<const T> span_of(const Column<T>& column) {
  return {column.data(), static_cast<std::size_t>(column.size())};
}
template <class T>
std::span<T> span_of(Column<T>& column) {
  return {column.data(), static_cast<std::size_t>(column.size())};
}

template <class T = double>
Matrix<T> mass_matrix(const MassMatrix& method, const Vector& q) {
  const Column<T> position = q.cast<T>();
  Matrix<T> M(q.size(), q.size());
  MassMatrix::Workspace<T> workspace(method);
  method.compute(span_of(position), workspace, M);
  return M;
}

/// A second derivation: torques of unit accelerations at zero speed, without gravity and friction. Uses
/// newton-euler, which takes the robot's constants directly. The default formulation uses sums of them
/// rounded to double, and in wider scalars this rounding is visible.
template <class T = double>
Matrix<T> mass_matrix_by_columns(const Robot& robot, const Vector& q, bool rotor) {
  const InverseDynamics dynamics(
      robot,
      {.friction = false, .rotor = rotor, .gravity = Eigen::Vector3d::Zero(), .method = "newton-euler"});
  const Eigen::Index n = q.size();
  Matrix<T> M(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    M.col(i) = torques<T>(dynamics, {q, Vector::Zero(n), Vector::Unit(n, i)});
  return M;
}

template <class T = double>
Column<T> gravity_torques(const GeneralizedForces& forces, const Vector& q) {
  const Column<T> position = q.cast<T>();
  Column<T> tau(q.size());
  GeneralizedForces::Workspace<T> workspace(forces);
  forces.gravity(span_of(position), workspace, span_of(tau));
  return tau;
}

template <class T = double>
Column<T> coriolis_torques(const GeneralizedForces& forces, const Vector& q, const Vector& dq) {
  const Column<T> position = q.cast<T>(), speed = dq.cast<T>();
  Column<T> tau(q.size());
  GeneralizedForces::Workspace<T> workspace(forces);
  forces.coriolis_and_centrifugal(span_of(position), span_of(speed), workspace, span_of(tau));
  return tau;
}

template <class T>
Column<T> accelerations(const ForwardDynamics& dynamics, const Vector& q, const Vector& dq,
                        const Column<T>& tau) {
  const Column<T> position = q.cast<T>(), speed = dq.cast<T>();
  Column<T> ddq(q.size());
  ForwardDynamics::Workspace<T> workspace(dynamics);
  dynamics.accelerations(span_of(position), span_of(speed), span_of(tau), workspace, span_of(ddq));
  return ddq;
}

/// M with rows and columns divided by the square roots of its diagonal. The magnitude of each element is then
/// at most 1, for any masses, lengths and joint units.
inline Matrix<Real> scaled(const Matrix<Real>& M) {
  const Vector scale = M.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * M * scale.asDiagonal();
}

}  // namespace invdyn::test
