// Laws of mechanics that hold for every robot, over random ones with fixed seeds. Tolerances are relative to
// the largest torque or energy at hand.

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <array>
#include <cmath>

#include "support/equation_of_motion.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

constexpr unsigned long robots = 30;

RandomRobotShape shape_of(unsigned long seed) {
  return {.joints = 2 + seed % 11, .prismatic = seed % 3 == 0 ? 0.0 : 0.3, .massless = 0};
}

double largest(const Eigen::VectorXd& column) {
  return column.cwiseAbs().maxCoeff();
}

TEST(MassMatrix, IsSymmetricAndPositiveDefinite) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Robot robot = random_robot(seed, shape_of(seed));
    Random random(seed);
    const Eigen::MatrixXd M = mass_matrix_by_columns(robot, random_state(random, robot).q, false);
    EXPECT_LT((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-13 * M.cwiseAbs().maxCoeff()) << "seed " << seed;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(M, Eigen::EigenvaluesOnly);
    EXPECT_GT(solver.eigenvalues().minCoeff(), 0) << "seed " << seed;
  }
}

TEST(Rotors, AddTheirReflectedInertiaToTheDiagonal) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Robot robot = random_robot(seed, shape_of(seed));
    Random random(seed);
    const Vector q = random_state(random, robot).q;
    Eigen::MatrixXd difference =
        mass_matrix_by_columns(robot, q, true) - mass_matrix_by_columns(robot, q, false);
    for (std::size_t i = 0; i < robot.dof(); ++i) {
      const Drive& drive = robot.moving_joint(i).drive;
      const auto at = static_cast<Eigen::Index>(i);
      difference(at, at) -= drive.gear_ratio * drive.gear_ratio * drive.rotor_inertia;
    }
    EXPECT_LT(difference.cwiseAbs().maxCoeff(),
              1e-12 * mass_matrix_by_columns(robot, q, true).cwiseAbs().maxCoeff());
  }
}

// tau - tau(ddq = 0) = M ddq, and C(q, dq) dq is quadratic in dq: the same backwards in time.
TEST(Torques, AreAffineInAccelerationAndEvenInVelocity) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Robot robot = random_robot(seed, shape_of(seed));
    Random random(seed);
    const State state = random_state(random, robot);
    const InverseDynamics dynamics(robot, links_only);
    const Eigen::VectorXd tau = torques(dynamics, state);
    const Eigen::VectorXd coasting = torques(dynamics, {state.q, state.dq, 0 * state.ddq});
    const Eigen::VectorXd inertial = mass_matrix_by_columns(robot, state.q, false) * state.ddq.cast<double>();
    const double scale = largest(tau) + largest(coasting) + largest(inertial);
    EXPECT_LT(largest(tau - coasting - inertial), 1e-12 * scale) << "seed " << seed;
    EXPECT_LT(largest(torques(dynamics, {state.q, -state.dq, state.ddq}) - tau), 1e-12 * scale)
        << "seed " << seed;
  }
}

// The work of the joints over a motion is the gain in energy and what friction takes. The energy is computed
// apart from the recursion (support/virtual_work.h); the work by Gauss-Legendre quadrature of five points
// [Abramowitz & Stegun, table 25.4], whose error is below rounding here.
TEST(PowerBalance, HoldsOverAMotion) {
  constexpr std::array<double, 5> nodes{-0.906179845938663993, -0.538469310105683091, 0, 0.538469310105683091,
                                        0.906179845938663993};
  constexpr std::array<double, 5> weights{0.236926885056189088, 0.478628670499366468, 0.568888888888888889,
                                          0.478628670499366468, 0.236926885056189088};
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    RandomRobotShape shape = shape_of(seed);
    shape.drives = seed % 2 == 0;
    const Robot robot = random_robot(seed, shape);
    Random random(seed);
    const State centre = random_state(random, robot);
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
    const InverseDynamics dynamics(robot, {.friction = false});
    constexpr int pieces = 60;
    constexpr double duration = 1.3, half = duration / pieces / 2;
    double work = 0, turnover = 0;
    for (int piece = 0; piece < pieces; ++piece)
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        const State state = at((2 * piece + 1 + nodes[k]) * half);
        const double power = torques(dynamics, state).dot(state.dq.cast<double>());
        work += weights[k] * half * power;
        turnover += weights[k] * half * std::abs(power);
      }
    const auto gain = static_cast<double>(energy(robot, at(duration)) - energy(robot, at(0)));
    EXPECT_NEAR(work, gain, 1e-11 * turnover) << "seed " << seed;
  }
}

// Friction never gives energy back.
TEST(Friction, TakesPowerAtAnySpeed) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    const Robot robot = random_robot(seed, shape_of(seed));
    Random random(seed);
    const State state = random_state(random, robot);
    const Eigen::VectorXd with = torques(InverseDynamics(robot), state);
    const Eigen::VectorXd without = torques(InverseDynamics(robot, {.friction = false}), state);
    for (Eigen::Index i = 0; i < with.size(); ++i)
      EXPECT_GE((with[i] - without[i]) * static_cast<double>(state.dq[i]), 0) << "seed " << seed;
  }
}

// Turning base and gravity together, or moving the base, changes nothing.
TEST(BaseFrame, MayBeAny) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, shape_of(seed));
    const Robot robot(description, [](const std::string&) {});
    const Eigen::Isometry3d T = random.pose(5);
    description.T_world_base = T * description.T_world_base;
    description.gravity = T.linear() * description.gravity;
    const Robot moved_robot(description, [](const std::string&) {});
    const State state = random_state(random, robot);
    const Eigen::VectorXd tau = torques(InverseDynamics(robot), state);
    EXPECT_LT(largest(torques(InverseDynamics(moved_robot), state) - tau), 1e-12 * largest(tau))
        << "seed " << seed;
  }
}

// Gravity acts as if the base accelerated against it [Luh, Walker & Paul 1980]: a vertical slider below the
// robot that accelerates by g in weightlessness.
TEST(Gravity, EqualsAnAccelerationOfTheBase) {
  for (unsigned long seed = 1; seed <= robots; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, shape_of(seed));
    description.T_world_base = Eigen::Isometry3d::Identity();
    description.gravity = {0, 0, -9.80665};
    const Robot robot(description, [](const std::string&) {});

    RobotDescription lifted = description;
    lifted.gravity.setZero();
    for (auto& entry : lifted.joints)
      if (entry.parent_link == "base") entry.parent_link = "cage";
    RobotDescription::JointAndLink lift;
    lift.joint.name = "lift";
    lift.joint.type = JointType::prismatic;
    lift.parent_link = "base";
    lift.link.name = "cage";
    lifted.joints.insert(lifted.joints.begin(), lift);
    const Robot lifted_robot(lifted, [](const std::string&) {});

    const State state = random_state(random, robot);
    const auto with_lift = [](const Vector& column, Real value) {
      Vector result(column.size() + 1);
      result << value, column;
      return result;
    };
    const State lifted_state{with_lift(state.q, 0.3L), with_lift(state.dq, 1.7L),
                             with_lift(state.ddq, static_cast<Real>(9.80665))};
    const Eigen::VectorXd tau = torques(InverseDynamics(robot), state);
    const Eigen::VectorXd lifted_tau = torques(InverseDynamics(lifted_robot), lifted_state);
    EXPECT_LT(largest(lifted_tau.tail(tau.size()) - tau), 1e-12 * largest(tau)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
