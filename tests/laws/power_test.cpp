// The balance of joint work and energy.

#include <array>
#include <cmath>

#include "support/each_formulation.h"

namespace invdyn::test {
namespace {

class Power : public EachFormulation {};
INVDYN_FOR_EACH_FORMULATION(Power);

// The work of the joints over a motion equals the gain in energy (without friction). The energy is computed
// without any recursion (support/virtual_work.h). The work is computed by Gauss-Legendre quadrature with five
// points [Abramowitz & Stegun, table 25.4], with an error below rounding here. Measured: 1.6e-15 of the
// turnover.
TEST_P(Power, RaisesTheEnergyOverAMotion) {
  constexpr std::array<double, 5> nodes{-0.906179845938663993, -0.538469310105683091, 0, 0.538469310105683091,
                                        0.906179845938663993};
  constexpr std::array<double, 5> weights{0.236926885056189088, 0.478628670499366468, 0.568888888888888889,
                                          0.478628670499366468, 0.236926885056189088};
  for_samples({.max_joints = 12}, [&](const Sample& sample) {
    Random random(sample.seed);
    const State& centre = sample.state;
    const auto n = centre.q.size();
    // q_i = centre_i + sin(rate_i t + phase_i) / 2
    Vector rate(n), phase(n);
    for (Eigen::Index i = 0; i < n; ++i) rate[i] = random.uniform(1, 3), phase[i] = random.uniform(0, 6);
    const auto at = [&](Real t) {
      const Vector angle = rate * t + phase;
      State state = centre;
      state.q.array() += angle.array().sin() / 2;
      state.dq = (rate.array() * angle.array().cos() / 2).matrix();
      state.ddq = (-rate.array().square() * angle.array().sin() / 2).matrix();
      return state;
    };
    DynamicsSettings settings;
    settings.friction = false;
    const InverseDynamics dynamics = *prepared(sample.robot, settings);
    constexpr int pieces = 40;
    constexpr double duration = 0.9, half = duration / pieces / 2;
    double work = 0, turnover = 0;
    for (int piece = 0; piece < pieces; ++piece)
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        const State state = at((2 * piece + 1 + nodes[k]) * half);
        const Eigen::VectorXd powers = torques(dynamics, state).cwiseProduct(state.dq.cast<double>());
        work += weights[k] * half * powers.sum();
        turnover += weights[k] * half * powers.cwiseAbs().sum();
      }
    const Real gain = energy(sample.robot, at(duration)) - energy(sample.robot, at(0));
    expect_close(Matrix::Constant(1, 1, work), Matrix::Constant(1, 1, gain), Matrix::Constant(1, 1, turnover),
                 1e-13);
  });
}

// Friction never returns energy.
TEST_P(Power, IsDissipatedByFrictionAtAnySpeed) {
  for_samples({}, [&](const Sample& sample) {
    DynamicsSettings without_friction;
    without_friction.friction = false;
    const Eigen::VectorXd with = torques(*prepared(sample.robot, {}), sample.state);
    const Eigen::VectorXd without = torques(*prepared(sample.robot, without_friction), sample.state);
    for (Eigen::Index i = 0; i < with.size(); ++i)
      EXPECT_GE((with[i] - without[i]) * static_cast<double>(sample.state.dq[i]), 0) << "joint " << i;
  });
}

}  // namespace
}  // namespace invdyn::test
