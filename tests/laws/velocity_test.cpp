// The torques due to velocities: the vector h = C(q, dq) dq, in every formulation.
// Tolerances are relative to torque_sizes(), and for matrices to the sizes of M times the speeds. Measured:
// 2.4e-14 from skew symmetry, which is the error of the differences for dM/dt; 1.3e-15 otherwise.

#include <array>

#include "dynamics/formulations/orthogonal_complement.h"
#include "robot/kinematics/dh_chain.h"
#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

// The derivative in time along q + dq t of a matrix that depends on q: differences of eighth order [Fornberg
// 1988, table 1].
template <class MatrixAt>
Matrix derivative_along(const State& state, MatrixAt at) {
  constexpr std::array<Real, 4> weights{4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
  const Real step = 0.01L / (1 + state.dq.cwiseAbs().sum());
  Matrix sum = Matrix::Zero(state.q.size(), state.q.size());
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const Real t = step * static_cast<Real>(k + 1);
    sum += weights[k] * (at(Vector(state.q + t * state.dq)) - at(Vector(state.q - t * state.dq)));
  }
  return sum / step;
}

Matrix sizes_of_rates(const Matrix& M, const State& state) {
  return mass_matrix_sizes(M) * (1 + state.dq.cwiseAbs().sum());
}

Vector coriolis(const InverseDynamics& weightless_dynamics, const Vector& q, const Vector& dq) {
  return torques<long double>(weightless_dynamics, {q, dq, Vector::Zero(q.size())});
}

class Velocity : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Velocity);

// h is quadratic: equal for the reversed motion, four times as large at twice the speed.
TEST_P(Velocity, EntersQuadratically) {
  for_samples({}, [&](const Sample& sample) {
    const InverseDynamics dynamics = *prepared(sample.robot, weightless());
    const auto at_speed = [&](Real factor) -> State {
      return {sample.state.q, factor * sample.state.dq, 0 * sample.state.ddq};
    };
    const Vector h = torques(dynamics, at_speed(1)).cast<Real>();
    const Vector sizes = torque_sizes(sample.robot, at_speed(1), Eigen::Vector3d::Zero());
    expect_close(torques(dynamics, at_speed(-1)).cast<Real>(), h, sizes, 1e-13);
    expect_close(torques(dynamics, at_speed(2)).cast<Real>() / 4, h, sizes, 1e-13);
  });
}

// C from Christoffel's symbols, which results if the two velocities in h are kept separate:
//   C e_j = (h(dq + e_j) - h(dq) - h(e_j)) / 2.
TEST_P(Velocity, GivesASkewSymmetricRateOfMMinusTwiceC) {
  for_samples({.max_joints = 12}, [&](const Sample& sample) {
    const State& state = sample.state;
    const Eigen::Index n = state.q.size();
    const InverseDynamics dynamics = *prepared(sample.robot, weightless());
    const auto M_at = [&](const Vector& q) { return mass_matrix<long double>(dynamics, q); };
    Matrix C(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Vector e = Vector::Unit(n, j);
      C.col(j) = (coriolis(dynamics, state.q, state.dq + e) - coriolis(dynamics, state.q, state.dq) -
                  coriolis(dynamics, state.q, e)) /
                 2;
    }
    expect_close(C + C.transpose(), derivative_along(state, M_at), sizes_of_rates(M_at(state.q), state),
                 1e-13);
  });
}

// The same for C of the orthogonal complement in closed form [Angeles, (7.57)]. It differs from the one
// above, but both give the same C dq.
TEST_P(Velocity, AgreesWithTheOrthogonalComplement) {
  for_samples({.max_joints = 25}, [&](const Sample& sample) {
    const State& state = sample.state;
    std::optional<OrthogonalComplement> complement;
    try {
      complement.emplace(sample.robot, Loads{Eigen::Vector3d::Zero()});
    } catch (const NotRepresentable&) {  // a tree
      return;
    }
    OrthogonalComplement::Workspace<long double> workspace(*complement);
    const Vector zero = Vector::Zero(state.q.size());
    const auto span = [](const Vector& column) {
      return std::span<const Real>(column.data(), static_cast<std::size_t>(column.size()));
    };
    const auto M_at = [&](const Vector& q) -> Matrix {
      return complement->inertia_matrix(JointMotion<Real>{span(q), span(zero), span(zero)}, workspace);
    };
    const Matrix C =
        complement->coriolis_matrix(JointMotion<Real>{span(state.q), span(state.dq), span(zero)}, workspace);
    const Matrix M = M_at(state.q);
    expect_close(C + C.transpose(), derivative_along(state, M_at), sizes_of_rates(M, state), 1e-13);

    const State coasting{state.q, state.dq, zero};
    const Vector h = torques(*prepared(sample.robot, weightless()), coasting).cast<Real>();
    const Vector sizes =
        torque_sizes(sample.robot, coasting, Eigen::Vector3d::Zero()) + C.cwiseAbs() * state.dq.cwiseAbs();
    expect_close(h, C * state.dq, sizes, 1e-13);
  });
}

}  // namespace
}  // namespace invdyn::test
