#pragma once

#include "dynamics/core/inverse_dynamics.h"
#include "support/virtual_work.h"

namespace invdyn::test {

/// Computes one sample with the library, in the scalar T.
template <class T = double>
Eigen::Matrix<T, Eigen::Dynamic, 1> torques(const InverseDynamics& dynamics, const State& state) {
  using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  const Column q = state.q.cast<T>(), dq = state.dq.cast<T>(), ddq = state.ddq.cast<T>();
  Column tau(q.size());
  const auto span = [](const Column& column) {
    return std::span<const T>(column.data(), static_cast<std::size_t>(column.size()));
  };
  InverseDynamics::Workspace<T> workspace(dynamics);
  dynamics.torques(JointMotion<T>{span(q), span(dq), span(ddq)}, workspace,
                   std::span<T>(tau.data(), static_cast<std::size_t>(tau.size())));
  return tau;
}

inline const DynamicsSettings links_only{.friction = false, .rotor = false, .gravity = std::nullopt};

/// A state from plain numbers.
inline State state_of(std::initializer_list<double> q, std::initializer_list<double> dq,
                      std::initializer_list<double> ddq) {
  const auto column = [](std::initializer_list<double> values) {
    Vector result(static_cast<Eigen::Index>(values.size()));
    Eigen::Index i = 0;
    for (const double value : values) result[i++] = value;
    return result;
  };
  return {column(q), column(dq), column(ddq)};
}

}  // namespace invdyn::test
