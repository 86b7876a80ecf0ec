// Laws of mechanics for the terms of M(q) ddq + C(q, dq) dq + g(q), for random robots with fixed seeds. The
// energies are computed independently of the recursions (support/virtual_work.h).

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/equation_of_motion.h"
#include "support/matrices.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

constexpr unsigned long robots = 30;

RandomRobotShape shape_of(unsigned long seed) {
  return {.joints = 1 + seed % 14, .prismatic = seed % 3 == 0 ? 0.0 : 0.3};
}

template <class Check>
void for_each_robot(Check check) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Robot robot = random_robot(seed, shape_of(seed));
    Random random(seed);
    check(robot, random_state(random, robot));
  }
}

Real largest(const Vector& column) {
  return column.cwiseAbs().maxCoeff();
}

// Central difference of eighth order [Fornberg, Math. Comp. 51 (1988) 699-706, table 1] of a function that
// varies like the sine of rate * x.
template <class F>
auto derivative(const F& f, Real rate) {
  const Real h = 0.02L / rate;
  constexpr std::array<Real, 4> weights{4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
  decltype(f(h)) sum = weights[0] / h * (f(h) - f(-h));
  for (std::size_t k = 1; k < 4; ++k) {
    const Real distance = h * static_cast<Real>(k + 1);
    sum += weights[k] / h * (f(distance) - f(-distance));
  }
  return sum;
}

TEST(MassMatrix, GivesTheKineticEnergyOfLinksAndRotors) {
  for_each_robot([](const Robot& robot, const State& state) {
    const Vector still = Vector::Zero(state.q.size());
    const Real kinetic = energy(robot, state) - energy(robot, {state.q, still, still});
    const Vector momentum = mass_matrix(MassMatrix(robot), state.q).cast<Real>() * state.dq;
    EXPECT_NEAR(static_cast<double>(state.dq.dot(momentum) / 2), static_cast<double>(kinetic),
                1e-12 * static_cast<double>(kinetic));
  });
}

// Scaled by its diagonal, M has eigenvalues of similar size; the smallest is then well above rounding.
TEST(MassMatrix, OfBodiesWithMassIsPositiveDefinite) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    RandomRobotShape shape = shape_of(seed);
    shape.massless = 0;
    const Robot robot = random_robot(seed, shape);
    Random random(seed);
    const Matrix<double> M = mass_matrix(MassMatrix(robot, links_only), random_state(random, robot).q);
    EXPECT_GT(smallest_eigenvalue(scaled(M.cast<Real>())), 1e-12L) << "seed " << seed;
  }
}

TEST(GravityTorques, AreTheGradientOfPotentialEnergy) {
  for_each_robot([](const Robot& robot, const State& state) {
    const Vector still = Vector::Zero(state.q.size());
    Vector gradient(state.q.size());
    for (Eigen::Index i = 0; i < gradient.size(); ++i) {
      const auto potential = [&](Real distance) {
        return energy(robot, {state.q + distance * Vector::Unit(gradient.size(), i), still, still});
      };
      gradient[i] = derivative(potential, 1);
    }
    const Vector tau = gravity_torques(GeneralizedForces(robot), state.q).cast<Real>();
    EXPECT_LE(largest(tau - gradient), 1e-13L * largest(gradient));
  });
}

TEST(CoriolisTorques, AreZeroAtRest) {
  for_each_robot([](const Robot& robot, const State& state) {
    EXPECT_TRUE(coriolis_torques(GeneralizedForces(robot), state.q, 0 * state.dq).isZero(0));
  });
}

// Quadratic in dq: equal for the reversed motion, four times as large at twice the speed.
TEST(CoriolisTorques, AreQuadraticInVelocity) {
  for_each_robot([](const Robot& robot, const State& state) {
    const GeneralizedForces forces(robot);
    const Eigen::VectorXd tau = coriolis_torques(forces, state.q, state.dq);
    EXPECT_EQ(coriolis_torques(forces, state.q, -state.dq), tau);
    EXPECT_EQ(coriolis_torques(forces, state.q, 2 * state.dq), 4 * tau);
  });
}

// Their power equals the gain of the mass matrix: dq^T C dq = dq^T (dM/dt) dq / 2. Otherwise energy would not
// be conserved [Lagrange; Slotine & Li, Int. J. Robotics Research 6 (1987) 49-59].
TEST(CoriolisTorques, TakeThePowerThatTheMassMatrixGains) {
  for_each_robot([](const Robot& robot, const State& state) {
    const MassMatrix method(robot);
    const auto along = [&](Real time) { return mass_matrix<Real>(method, state.q + time * state.dq); };
    const Matrix<Real> rate = derivative(along, 1 + state.dq.cwiseAbs().sum());
    const Vector tau = coriolis_torques(GeneralizedForces(robot), state.q, state.dq).cast<Real>();
    const Vector speed = state.dq.cwiseAbs();
    const Real turnover = speed.dot(tau.cwiseAbs()) + speed.dot(along(0).cwiseAbs() * speed) * largest(speed);
    EXPECT_NEAR(static_cast<double>(state.dq.dot(tau)),
                static_cast<double>(state.dq.dot(rate * state.dq) / 2),
                1e-13 * static_cast<double>(turnover));
  });
}

// All terms together give inverse dynamics.
TEST(EquationOfMotion, SumsUpToInverseDynamics) {
  for_each_robot([](const Robot& robot, const State& state) {
    const GeneralizedForces forces(robot);
    const Vector inertial = mass_matrix(MassMatrix(robot), state.q).cast<Real>() * state.ddq;
    const Vector coriolis = coriolis_torques(forces, state.q, state.dq).cast<Real>();
    const Vector gravity = gravity_torques(forces, state.q).cast<Real>();
    const Vector tau = torques(InverseDynamics(robot, {.friction = false}), state).cast<Real>();
    EXPECT_LE(largest(inertial + coriolis + gravity - tau),
              1e-13L * (largest(inertial) + largest(coriolis) + largest(gravity)));
  });
}

}  // namespace
}  // namespace invdyn::test
