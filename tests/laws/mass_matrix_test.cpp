// The mass matrix contained in every formulation: tau = M ddq + ...
// Tolerances are relative to sqrt(M_ii M_jj), which bounds M_ij, and to torque_sizes(). Measured: 7e-15 from
// symmetry, 2.2e-14 between the two derivations, 5e-16 of the torques.

#include "dynamics/formulations/orthogonal_complement.h"
#include "robot/kinematics/dh_chain.h"
#include "support/each_formulation.h"
#include "support/matrices.h"

namespace invdyn::test {
namespace {

class MassMatrix : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(MassMatrix);

TEST_P(MassMatrix, IsSymmetric) {
  for_samples({}, [&](const Sample& sample) {
    const Matrix M = mass_matrix<double>(*prepared(sample.robot, weightless()), sample.state.q);
    expect_close(M, M.transpose(), mass_matrix_sizes(M), 1e-13);
  });
}

// In extended precision: a light link between heavy ones gives an eigenvalue as small as rounding in double.
TEST_P(MassMatrix, IsPositiveDefinite) {
  for_samples({.max_joints = 25, .massless = 0}, [&](const Sample& sample) {
    const Matrix M = mass_matrix<long double>(*prepared(sample.robot, weightless()), sample.state.q);
    ASSERT_GT(M.diagonal().minCoeff(), 0);
    const Matrix scaled = M.cwiseQuotient(mass_matrix_sizes(M));  // ones on the diagonal
    EXPECT_TRUE(is_positive_definite(scaled));
  });
}

// Column by column from the torques, and as T^T M T from the orthogonal complement [Angeles, (7.58)].
TEST_P(MassMatrix, IsTheSameFromTwoDerivations) {
  for_samples({}, [&](const Sample& sample) {
    try {
      const OrthogonalComplement complement(sample.robot, {Eigen::Vector3d::Zero()});
      OrthogonalComplement::Workspace<long double> workspace(complement);
      const Vector& q = sample.state.q;
      const std::span<const Real> span(q.data(), static_cast<std::size_t>(q.size()));
      const Vector zero = Vector::Zero(q.size());
      const std::span<const Real> zeros(zero.data(), span.size());
      const Matrix expected = complement.inertia_matrix(JointMotion<Real>{span, zeros, zeros}, workspace);
      const Matrix M = mass_matrix<double>(*prepared(sample.robot, weightless()), q);
      expect_close(M, expected, mass_matrix_sizes(expected), 1e-12);
    } catch (const NotRepresentable&) {  // the complement does not cover trees
    }
  });
}

TEST_P(MassMatrix, GivesTheAccelerationTorques) {
  for_samples({}, [&](const Sample& sample) {
    const State& state = sample.state;
    const State coasting{state.q, state.dq, 0 * state.ddq};
    const InverseDynamics dynamics = *prepared(sample.robot);
    const Matrix M = mass_matrix<double>(*prepared(sample.robot, weightless()), state.q);
    const Vector sizes = torque_sizes(sample.robot, state, sample.robot.gravity()) +
                         torque_sizes(sample.robot, coasting, sample.robot.gravity()) +
                         M.cwiseAbs() * state.ddq.cwiseAbs();
    expect_close(torques(dynamics, state).cast<Real>(),
                 torques(dynamics, coasting).cast<Real>() + M * state.ddq, sizes, 1e-13);
  });
}

}  // namespace
}  // namespace invdyn::test
