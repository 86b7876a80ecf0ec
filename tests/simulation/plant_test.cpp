// The plant compared with closed forms and the laws of mechanics: without friction, with viscous and with
// Coulomb friction.

#include "simulation/plant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <numbers>

#include "dynamics/forward_dynamics.h"
#include "dynamics/inverse_dynamics.h"
#include "robot_files/read.h"
#include "simulation/cases.h"
#include "support/equation_of_motion.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double g = 9.80665;
constexpr double pi = std::numbers::pi;

void place(Plant& plant, const std::vector<double>& q, const std::vector<double>& dq) {
  plant.place(0, q, dq);
}
void hold(Plant& plant, const std::vector<double>& tau) {
  plant.hold(tau);
}

Robot pendulum() {
  return read_robot("pendulum", [](const std::string&) {});
}

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

Eigen::VectorXd as_vector(std::span<const double> values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<double> as_doubles(const Vector& values) {
  std::vector<double> result;
  for (const Real value : values) result.push_back(static_cast<double>(value));
  return result;
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
    const Vector expected = M.ldlt().solve(as_vector(tau).cast<Real>() - bias);
    for (Eigen::Index j = 0; j < expected.size(); ++j)
      EXPECT_NEAR(plant.ddq()[static_cast<std::size_t>(j)], static_cast<double>(expected[j]),
                  1e-9 * static_cast<double>(expected.cwiseAbs().maxCoeff()))
          << "seed " << seed;
  }
}

// ---- Coulomb friction

constexpr const char* coulomb = R"(, "friction": {"coulomb": [3, -2]})";

TEST(Plant, IsStoppedAndHeldByCoulombFriction) {
  for (const double speed : {1.7, -1.7}) {
    const double deceleration = speed > 0 ? 3. / 4 : 2. / 4;
    const double stops_at = std::abs(speed) / deceleration;
    const double way = speed * stops_at / 2;
    Plant plant(prismatic_mass(4, coulomb), {});
    place(plant, {0.25}, {speed});
    for (double t = 0.1; t < stops_at; t += 0.1) {
      plant.advance_to(t);
      EXPECT_NEAR(plant.q()[0], 0.25 + speed * t - std::copysign(deceleration, speed) * t * t / 2, 1e-14);
    }
    plant.advance_to(stops_at + 0.05);
    EXPECT_NEAR(plant.q()[0], 0.25 + way, 1e-12);
    const double there = plant.q()[0];
    plant.advance_to(stops_at + 3);
    EXPECT_EQ(plant.q()[0], there);
    EXPECT_EQ(plant.dq()[0], 0);
    EXPECT_EQ(plant.ddq()[0], 0);
  }
}

TEST(Plant, IsHeldByCoulombFrictionUpToItsValue) {
  Plant plant(prismatic_mass(4, coulomb), {});
  place(plant, {0.25}, {0});
  double t = 0;
  for (const double held : {0.0, 2.999, -1.999, 3.0, -2.0}) {
    hold(plant, {held});
    plant.advance_to(t += 1);
    EXPECT_EQ(plant.q()[0], 0.25) << held;
    EXPECT_EQ(plant.ddq()[0], 0) << held;
  }
  hold(plant, {5});
  EXPECT_NEAR(plant.ddq()[0], (5. - 3) / 4, 1e-15);
  plant.advance_to(t += 1);
  EXPECT_NEAR(plant.q()[0], 0.25 + (5. - 3) / 4 / 2, 1e-14);
  EXPECT_NEAR(plant.dq()[0], (5. - 3) / 4, 1e-14);
}

// A torque offset o must be overcome as well: the joint is held from o - 2 to o + 3, and moves as if pushed
// by tau - o.
TEST(Plant, OvercomesATorqueOffset) {
  const double offset = 0.5;
  const Robot mass = prismatic_mass(4, coulomb);
  std::vector<Drive> drives;
  for (const Joint& joint : mass.joints()) drives.push_back(joint.drive);
  drives[0].offset = offset;
  Plant plant(mass.with_drives(drives), {});
  place(plant, {0.25}, {0});
  double t = 0;
  for (const double held : {0.0, offset + 2.999, offset - 1.999}) {
    hold(plant, {held});
    plant.advance_to(t += 1);
    EXPECT_EQ(plant.q()[0], 0.25) << held;
  }
  hold(plant, {5 + offset});
  EXPECT_NEAR(plant.ddq()[0], (5. - 3) / 4, 1e-15);
}

// m ddq = -k (q - q_0): q = q_0 + a cos(w t), w^2 = k / m.
TEST(Plant, SwingsOnASpring) {
  const double mass = 4, stiffness = 9, reference = 0.3, amplitude = 0.25;
  Plant plant(prismatic_mass(mass, R"(, "spring": {"stiffness": 9, "reference": 0.3})"), {});
  place(plant, {reference + amplitude}, {0});
  const double w = std::sqrt(stiffness / mass);
  for (const double t : {0.5, 1.0, 4.0}) {
    plant.advance_to(t);
    EXPECT_NEAR(plant.q()[0], reference + amplitude * std::cos(w * t), 1e-8);
    EXPECT_NEAR(plant.dq()[0], -amplitude * w * std::sin(w * t), 1e-8);
  }
}

// Friction holds the mass where the spring's force is below it; the spring counts in the load.
TEST(Plant, IsHeldByFrictionAgainstASpring) {
  Plant plant(prismatic_mass(4, R"(, "spring": {"stiffness": 10}, "friction": {"coulomb": 3})"), {});
  place(plant, {0.29}, {0});
  plant.advance_to(1);
  EXPECT_EQ(plant.q()[0], 0.29);
  place(plant, {0.31}, {0});
  EXPECT_NEAR(plant.ddq()[0], -(3.1 - 3) / 4, 1e-14);
}

// If the push against the motion exceeds friction, the joint stops only for an instant: it decelerates by
// push plus friction and leaves with push minus friction.
TEST(Plant, ReversesIfPushedHarderThanFriction) {
  Plant plant(prismatic_mass(4, coulomb), {});
  place(plant, {0}, {1});
  hold(plant, {-6});
  const double turns_at = 1 / ((6. + 3) / 4), t = 2;
  plant.advance_to(t);
  const double since = t - turns_at, back = (6. - 2) / 4;
  EXPECT_NEAR(plant.dq()[0], -back * since, 1e-12);
  EXPECT_NEAR(plant.q()[0], turns_at / 2 - back * since * since / 2, 1e-12);
}

// A block with friction on a cart without friction: with a small pull they move as one, with a large pull the
// block slips.
TEST(Plant, CarriesABlockHeldByFrictionOrSlips) {
  const Robot robot = robot_of(R"(
      {"name": "cart", "type": "prismatic", "parent": "base", "axis": [1, 0, 0],
       "link": {"name": "cart", "mass": 6, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}},
      {"name": "block", "type": "prismatic", "parent": "cart", "axis": [1, 0, 0],
       "link": {"name": "block", "mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
       "friction": {"coulomb": [3, -3]}})");
  Plant plant(robot, {});
  place(plant, {0, 0}, {0, 0});
  hold(plant, {11, 0});  // needs 2 * 11 / 8 of friction
  EXPECT_NEAR(plant.ddq()[0], 11. / 8, 1e-14);
  plant.advance_to(1);
  EXPECT_EQ(plant.q()[1], 0);
  EXPECT_NEAR(plant.q()[0], 11. / 16, 1e-14);
  hold(plant, {30, 0});
  EXPECT_NEAR(plant.ddq()[0], (30. - 3) / 6, 1e-14);
  EXPECT_NEAR(plant.ddq()[1], 3. / 2 - (30. - 3) / 6, 1e-14);
  plant.advance_to(2);
  EXPECT_NEAR(plant.q()[1], (3. / 2 - (30. - 3) / 6) / 2, 1e-13);
}

// A bead on a rod that accelerates under a held moment. Friction holds the bead until m r w^2 exceeds it;
// then the bead leaves with the jerk 2 r w alpha.
TEST(Plant, BreaksAwayWithinAnInterval) {
  const Robot robot = robot_of(R"(
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1],
       "link": {"name": "rod", "mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 4, "iyy": 4, "izz": 4}}},
      {"name": "slide", "type": "prismatic", "parent": "rod", "axis": [1, 0, 0],
       "link": {"name": "bead", "mass": 2, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
       "friction": {"coulomb": 5}})");
  const double m = 2, r = 0.5, alpha = 6 / (4 + m * r * r), w = std::sqrt(5 / (m * r)), loose = w / alpha;
  const auto slid_at = [&](double t) {
    Plant plant(robot, {});
    place(plant, {0, r}, {0, 0});
    hold(plant, {6, 0});
    plant.advance_to(t);
    return plant.q()[1] - r;
  };
  EXPECT_EQ(slid_at(loose - 1e-6), 0);
  for (const double since : {0.02, 0.01, 0.005})
    EXPECT_NEAR(slid_at(loose + since) / (2 * r * w * alpha * since * since * since / 6), 1, 2 * since);
}

// Swinging with friction: each half swing loses the work of friction over its path, until the pendulum rests
// where m g l sin q is less than friction.
TEST(Plant, SwingsUntilFrictionHoldsIt) {
  const Robot robot = robot_of(R"({"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": {"name": "rod", "mass": 1, "com": [0, 0, -1], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
      "friction": {"coulomb": 0.7}})");
  Plant plant(robot, {});
  place(plant, {1.2}, {0});
  double from = 1.2, potential = -g * std::cos(1.2);
  int half_swings = 0;
  for (int k = 1; k <= 2000; ++k) {
    const double before = plant.dq()[0];
    plant.advance_to(k * 0.005);
    if (plant.dq()[0] * before >= 0 && !(before != 0 && plant.dq()[0] == 0)) continue;
    // It has just reversed or stopped, at the position where the energy minus the work of friction is used
    // up.
    ++half_swings;
    double low = -from, high = from;  // the other end is between, found by bisection
    for (int i = 0; i < 200; ++i) {
      const double q = (low + high) / 2;
      const double left = potential - 0.7 * std::abs(from - q) + g * std::cos(q);
      (left < 0 ? low : high) = q;
    }
    const double end = (low + high) / 2;
    if (plant.dq()[0] == 0) {
      EXPECT_NEAR(plant.q()[0], end, 1e-9);
    }
    from = end;
    potential = -g * std::cos(end);
  }
  EXPECT_GE(half_swings, 5);
  EXPECT_EQ(plant.dq()[0], 0);
  EXPECT_LE(std::abs(g * std::sin(plant.q()[0])), 0.7);
}

// For any joints at rest and any torques: a joint that stays is held by friction between its two values; a
// joint that leaves has the full friction against it.
TEST(Plant, DecidesOnAllJointsAtRestTogether) {
  int held = 0, leaving = 0;
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 7, .fixed = 0, .massless = 0});
    const Robot robot = invdyn::test::robot_of(description);
    State state = random_state(random, robot);
    std::vector<double> tau;
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      if (random.chance(0.7)) state.dq[static_cast<Eigen::Index>(j)] = 0;
      tau.push_back(random.uniform(-1, 1));
    }
    // Near balance, so that friction determines the result.
    State unaccelerated = state;
    unaccelerated.ddq.setZero();
    const Vector bias = links_torques(robot, unaccelerated, robot.gravity()).tau;
    for (std::size_t j = 0; j < robot.dof(); ++j)
      tau[j] += static_cast<double>(bias[static_cast<Eigen::Index>(j)]);
    Plant plant(robot, {});
    plant.place(0, as_doubles(state.q), as_doubles(state.dq));
    plant.hold(tau);
    state.ddq = as_vector(plant.ddq()).cast<Real>();
    const InverseDynamics dynamics(robot, {.friction = false});
    const Eigen::VectorXd friction = as_vector(tau) - torques(dynamics, state);
    const double rounding = 1e-8 * (1 + as_vector(tau).cwiseAbs().maxCoeff());
    for (std::size_t j = 0; j < robot.dof(); ++j) {
      const Drive& drive = robot.moving_joint(j).drive;
      const double speed = plant.dq()[j], acceleration = plant.ddq()[j];
      const double here = friction[static_cast<Eigen::Index>(j)] - drive.damping() * speed;
      SCOPED_TRACE("seed " + std::to_string(seed) + " joint " + std::to_string(j));
      if (speed > 0 || (speed == 0 && acceleration > 0)) {
        EXPECT_NEAR(here, drive.coulomb_positive(), rounding);
      } else if (speed < 0 || acceleration < 0) {
        EXPECT_NEAR(here, drive.coulomb_negative(), rounding);
      } else {
        EXPECT_LE(here, drive.coulomb_positive() + rounding);
        EXPECT_GE(here, drive.coulomb_negative() - rounding);
        ++held;
      }
      leaving += speed == 0 && acceleration != 0;
    }
  }
  EXPECT_GT(held, 100);
  EXPECT_GT(leaving, 100);
}

// Friction below the rounding of the other torques must determine nothing and stop nothing.
TEST(Plant, ContinuesWithFrictionBelowRounding) {
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 7, .fixed = 0, .massless = 0});
    const double friction = std::pow(10, random.uniform(-17, -11));
    for (auto& entry : description.joints) {
      entry.joint.drive.motor = {};
      entry.joint.drive.joint = {.damping = 0.1, .coulomb_positive = friction, .coulomb_negative = -friction};
    }
    const Robot robot = invdyn::test::robot_of(description);
    State state = random_state(random, robot);
    state.dq.setZero();
    state.ddq.setZero();
    const Vector balance = links_torques(robot, state, robot.gravity()).tau;
    Plant plant(robot, {}, {.tolerance = 1e-6});
    plant.place(0, as_doubles(state.q), as_doubles(state.dq));
    EXPECT_EQ(error_of([&] {
                for (int k = 1; k <= 20; ++k) {
                  plant.hold(as_doubles(balance));
                  plant.advance_to(0.01 * k);
                }
              }),
              "no error")
        << "seed " << seed;
    // As without friction, which is negligible compared with the rounding of an unstable balance.
    for (const double speed : plant.dq()) EXPECT_LT(std::abs(speed), 1e-6) << "seed " << seed;
  }
}

// ---- integration that cannot continue

TEST(Plant, EndsAfterTooManySteps) {
  Plant plant(pendulum(), {}, {.max_steps = 20});
  place(plant, {2}, {0});
  EXPECT_THAT(
      error_of([&] { plant.advance_to(100); }),
      AllOf(HasSubstr("simulation at "), HasSubstr(" s: joint \"pivot\": the motion takes more than 20 "
                                                   "steps of integration")));
}

TEST(Plant, EndsIfItsMotionOverflows) {
  Plant plant(prismatic_mass(0.001), {});
  place(plant, {0}, {0});
  EXPECT_THAT(error_of([&] { hold(plant, {1e308}); }),
              HasSubstr("simulation at 0 s: joint \"slide\": the motion has grown beyond all numbers"));
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
