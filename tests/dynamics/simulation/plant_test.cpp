// The plant compared with closed forms and the laws of mechanics, and where its integration ends.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/core/forward_dynamics.h"
#include "dynamics/core/inverse_dynamics.h"
#include "dynamics/simulation/cases.h"
#include "dynamics/simulation/plants.h"
#include "support/equation_of_motion.h"
#include "support/matrices.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double g = 9.80665;
constexpr double pi = std::numbers::pi;

// Released at rest at the amplitude a: sin(q/2) = k cd(w t), k = sin(a/2), w^2 = g / l; the period is 4 K / w
// [Abramowitz & Stegun 16.1, 16.9; Whittaker, Analytical Dynamics, section 44].
struct Swing {
  double amplitude;
  double w = std::sqrt(g);
  double k = std::sin(amplitude / 2);

  double period() const { return 4 * boost::math::ellint_1(k) / w; }
  double q(double t) const { return 2 * std::asin(k * boost::math::jacobi_cd(k, w * t)); }
  double dq(double t) const {
    return -2 * k * w * boost::math::jacobi_cn(k, boost::math::ellint_1(k) - w * t);
  }
};

TEST(Plant, SwingsLikeEllipticFunctions) {
  for (const double amplitude : {0.01, 0.5, 1.5, 2.8}) {
    const Swing swing{amplitude};
    Plant plant(pendulum(), {});
    place(plant, {amplitude}, {0});
    for (int k = 1; k <= 700; ++k) {
      const double t = k * 0.01;
      plant.advance_to(t);
      ASSERT_NEAR(plant.q()[0], swing.q(t), 2e-10 * amplitude) << amplitude << " at " << t;
      ASSERT_NEAR(plant.dq()[0], swing.dq(t), 1e-9 * amplitude) << amplitude << " at " << t;
      ASSERT_NEAR(plant.ddq()[0], -g * std::sin(swing.q(t)), 2e-9 * amplitude);
    }
    plant.advance_to(4 * swing.period());
    EXPECT_NEAR(plant.q()[0], amplitude, 1e-10);
    EXPECT_NEAR(plant.dq()[0], 0, 1e-9);
  }
}

double error_after_a_swing(double tolerance, std::size_t* steps = nullptr) {
  const Swing swing{2};
  Plant plant(pendulum(), {}, {.tolerance = tolerance});
  place(plant, {2}, {0});
  const double t = 4.3;
  plant.advance_to(t);
  if (steps) *steps = plant.steps();
  return std::hypot(plant.q()[0] - swing.q(t), plant.dq()[0] - swing.dq(t));
}

// The tolerance bounds the estimated error of a step, which scales with the fifth power of its length. The
// error of the whole motion scales likewise. So it is proportional to the tolerance, and the number of steps
// to the fifth root of its inverse.
TEST(Plant, HasAnErrorProportionalToItsTolerance) {
  double last = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    std::size_t steps = 0, steps_before = 0;
    const double error = error_after_a_swing(tolerance, &steps);
    error_after_a_swing(tolerance * 100, &steps_before);
    EXPECT_LE(error, 60 * tolerance) << tolerance;
    EXPECT_LE(error, last / 15) << tolerance;  // a hundredth in theory
    last = error;
    const double growth = static_cast<double>(steps) / static_cast<double>(steps_before);
    if (tolerance < 1e-5) {
      EXPECT_NEAR(std::log(growth) / std::log(100), 0.2, 0.05) << tolerance;
    }
  }
}

// The right-hand side with the method's steps without adaptation: an error of order 5.
TEST(DormandPrince, IsOfFifthOrderOnThePendulum) {
  const Robot robot = pendulum();
  const ForwardDynamics dynamics(robot);
  ForwardDynamics::Workspace<double> workspace(dynamics);
  using State = std::vector<double>;
  const double zero = 0;
  const auto derive = [&](const State& x, State& dxdt, double) {
    dxdt[0] = x[1];
    dynamics.accelerations<double>({&x[0], 1}, {&x[1], 1}, {&zero, 1}, workspace, {&dxdt[1], 1});
  };
  const Swing swing{2};
  const double t = 4;
  std::vector<double> errors;
  for (const int steps : {100, 200, 400, 800}) {
    boost::numeric::odeint::runge_kutta_dopri5<State> stepper;
    State x{2, 0};
    for (int k = 0; k < steps; ++k) stepper.do_step(derive, x, k * t / steps, t / steps);
    errors.push_back(std::hypot(x[0] - swing.q(t), x[1] - swing.dq(t)));
  }
  for (std::size_t i = 1; i < errors.size(); ++i)
    EXPECT_NEAR(std::log2(errors[i - 1] / errors[i]), 5, 0.3) << i;
}

State state_of(const Plant& plant) {
  const auto n = static_cast<Eigen::Index>(plant.dof());
  State state{Vector(n), Vector(n), Vector::Zero(n)};
  for (Eigen::Index j = 0; j < n; ++j) {
    state.q[j] = plant.q()[static_cast<std::size_t>(j)];
    state.dq[j] = plant.dq()[static_cast<std::size_t>(j)];
  }
  return state;
}

const RandomRobotShape tree{.joints = 5, .prismatic = 0.2, .massless = 0};

TEST(Plant, KeepsItsEnergyWithoutFriction) {
  for (unsigned long seed = 1; seed <= 8; ++seed) {
    const Robot robot = random_robot(seed, tree);
    Random random(seed);
    const State start = random_state(random, robot);
    Plant plant(robot, frictionless);
    plant.place(0, as_doubles(start.q), as_doubles(start.dq));
    const Real before = energy(robot, start);
    Real turnover = 0, last = 0;  // turnover: of the kinetic energy
    for (int k = 1; k <= 50; ++k) {
      plant.advance_to(k * 0.02);
      State at_rest = state_of(plant);
      at_rest.dq.setZero();
      const Real kinetic = energy(robot, state_of(plant)) - energy(robot, at_rest);
      turnover = std::max({turnover, std::abs(kinetic - last), kinetic});
      last = kinetic;
    }
    EXPECT_NEAR(static_cast<double>(energy(robot, state_of(plant)) - before), 0,
                1e-10 * static_cast<double>(turnover))
        << "seed " << seed;
  }
}

// The work of held torques is tau (q_1 - q_0). Viscous friction takes the integral of b dq^2, by Simpson's
// rule over steps of one millisecond.
TEST(Plant, GainsTheWorkOfItsDrivesMinusFriction) {
  for (unsigned long seed = 11; seed <= 15; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, tree);
    for (auto& entry : description.joints) {
      entry.joint.drive.motor = {.damping = 1e-4};
      entry.joint.drive.joint = {.damping = 0.8};
    }
    const Robot robot = invdyn::test::robot_of(description);
    const State start = random_state(random, robot);
    std::vector<double> tau;
    for (std::size_t j = 0; j < robot.dof(); ++j) tau.push_back(random.uniform(-20, 20));
    const auto loss = [&](const Plant& plant) {
      double power = 0;
      for (std::size_t j = 0; j < robot.dof(); ++j)
        power += robot.moving_joint(j).drive.damping() * plant.dq()[j] * plant.dq()[j];
      return power;
    };
    Plant plant(robot, {});
    plant.place(0, as_doubles(start.q), as_doubles(start.dq));
    plant.hold(tau);
    double lost = 0, last = loss(plant);
    constexpr double h = 0.001;
    for (int k = 0; k < 400; ++k) {
      plant.advance_to((k + 0.5) * h);
      const double middle = loss(plant);
      plant.advance_to((k + 1) * h);
      const double now = loss(plant);
      lost += h / 6 * (last + 4 * middle + now);
      last = now;
    }
    double done = 0;
    for (std::size_t j = 0; j < robot.dof(); ++j)
      done += tau[j] * (plant.q()[j] - static_cast<double>(start.q[static_cast<Eigen::Index>(j)]));
    const auto gained = static_cast<double>(energy(robot, state_of(plant)) - energy(robot, start));
    EXPECT_GT(lost, 0.1);
    EXPECT_NEAR(gained, done - lost, 1e-8 * (std::abs(done) + lost)) << "seed " << seed;
  }
}

// M ddq = tau - h, with M from the mass matrix and h from virtual work.
TEST(Plant, AcceleratesAccordingToTheMassMatrix) {
  for (unsigned long seed = 21; seed <= 40; ++seed) {
    const Robot robot = random_robot(seed, tree);
    Random random(seed);
    const State state = random_state(random, robot);
    Plant plant(robot, {});
    plant.place(0, as_doubles(state.q), as_doubles(state.dq));
    std::vector<double> tau;
    for (std::size_t j = 0; j < robot.dof(); ++j) tau.push_back(random.uniform(-20, 20));
    plant.hold(tau);
    State unaccelerated = state;
    unaccelerated.ddq.setZero();
    const Vector bias = all_torques(robot, unaccelerated).tau;
    const Matrix<Real> M = mass_matrix<Real>(MassMatrix(robot), state.q);
    const Vector expected = solution(M, as_vector(tau).cast<Real>() - bias);
    for (Eigen::Index j = 0; j < expected.size(); ++j)
      EXPECT_NEAR(plant.ddq()[static_cast<std::size_t>(j)], static_cast<double>(expected[j]),
                  1e-9 * static_cast<double>(expected.cwiseAbs().maxCoeff()))
          << "seed " << seed;
  }
}

// ---- integration that cannot continue

TEST(Plant, EndsAfterTooManySteps) {
  Plant plant(pendulum(), {}, {.max_steps = 20});
  place(plant, {2}, {0});
  EXPECT_THAT(error_of([&] { plant.advance_to(100); }),
              AllOf(HasSubstr("simulation at "),
                    HasSubstr(" s: joint \"pivot\": the motion takes more than 20 steps of integration")));
}

TEST(Plant, EndsIfItsMotionOverflows) {
  Plant plant(prismatic_mass(0.001), {});
  place(plant, {0}, {0});
  EXPECT_THAT(error_of([&] { hold(plant, {1e308}); }),
              HasSubstr("simulation at 0 s: joint \"slide\": the motion is too large to compute"));
}

TEST(Plant, NamesTheTimeWithoutInertia) {
  // A point mass that swings onto the axis of the joint that carries it.
  const Robot robot = robot_of(R"(
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1], "link": {"name": "hub", "mass": 0}},
      {"name": "luff", "type": "revolute", "parent": "hub", "axis": [0, -1, 0],
       "link": {"name": "boom", "mass": 3, "com": [2, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})",
                               "[0, 0, 0]");
  Plant plant(robot, {});
  plant.place(1.5, columns({0, 0}), columns({0, 1}));
  EXPECT_THAT(error_of([&] {
                plant.place(2.5, columns({0, pi / 2}), columns({0, 0}));
              }),
              HasSubstr("simulation at 2.5 s: joint \"turn\": nothing resists its motion at this position"));
}

}  // namespace
}  // namespace invdyn::test
