// The plant with Coulomb friction, torque offsets and springs, compared with closed forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/core/inverse_dynamics.h"
#include "dynamics/simulation/cases.h"
#include "dynamics/simulation/plants.h"
#include "support/equation_of_motion.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

constexpr double g = 9.80665;

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

// A mass m on a lift passes on m (g + a). Up: u - c = (1 + load) m (g + a) + r a, r of the rotor; down:
// u + c = (1 - load) m (g + a) + r a. At rest it is held between the two values of u at a = 0.
TEST(Plant, LiftsALoadAgainstItsFriction) {
  const double mass = 4, load = 0.25, c = 3, r = 2, weight = mass * g;
  const Robot lift = robot_of(R"({"name": "lift", "type": "prismatic", "parent": "base", "axis": [0, 0, 1],
      "link": {"name": "cabin", "mass": 4, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}},
      "motor": {"rotor_inertia": 2}, "friction": {"coulomb": 3, "load": 0.25}})");
  Plant plant(lift, {});
  place(plant, {0}, {0});
  double t = 0;
  for (const double held : {(1 + load) * weight + c - 1e-9, weight, (1 - load) * weight - c + 1e-9}) {
    hold(plant, {held});
    plant.advance_to(t += 1);
    EXPECT_EQ(plant.q()[0], 0) << held;
  }
  const double up = (1 + load) * weight + c + 6, down = (1 - load) * weight - c - 6;
  const double rises = 6 / ((1 + load) * mass + r), falls = -6 / ((1 - load) * mass + r);
  hold(plant, {up});
  EXPECT_NEAR(plant.ddq()[0], rises, 1e-13);
  plant.advance_to(t += 2);
  EXPECT_NEAR(plant.q()[0], rises * 2, 1e-12);
  place(plant, {0}, {0});
  hold(plant, {down});
  EXPECT_NEAR(plant.ddq()[0], falls, 1e-13);
  plant.advance_to(2);
  EXPECT_NEAR(plant.dq()[0], falls * 2, 1e-12);
  // Thrown up, its rotor still pulls it; pushed down hard enough, what is passed on has the other sign.
  place(plant, {0}, {1});
  hold(plant, {0});
  const double thrown = (-c - (1 + load) * weight) / ((1 + load) * mass + r);
  ASSERT_GT(g + thrown, 0);
  EXPECT_NEAR(plant.ddq()[0], thrown, 1e-13);
  hold(plant, {-20});
  const double pushed = (-20 - c - (1 - load) * weight) / ((1 - load) * mass + r);
  ASSERT_LT(g + pushed, 0);
  EXPECT_NEAR(plant.ddq()[0], pushed, 1e-13);
}

// The torques of inverse dynamics at the plant's accelerations are those that it is held under.
TEST(Plant, AgreesWithInverseDynamicsAboutFrictionOfTheLoad) {
  for (unsigned long seed = 0; seed < 30; ++seed) {
    const Robot random_arm = random_robot(seed, {.massless = 0});
    Random random(seed);
    std::vector<Drive> drives;
    for (const Joint& joint : random_arm.joints()) {
      Drive& drive = drives.emplace_back(joint.drive);
      drive.load = random.uniform(0, 0.6);
      drive.curve = {random.uniform(0, 3), random.uniform(0.1, 1)};
    }
    const Robot robot = random_arm.with_drives(drives);
    const test::State state = random_state(random, robot);
    std::vector<double> tau;
    for (std::size_t j = 0; j < robot.dof(); ++j) tau.push_back(random.uniform(-40, 40));
    Plant plant(robot, {});
    place(plant, as_doubles(state.q), as_doubles(state.dq));
    hold(plant, tau);
    const test::State there{state.q, state.dq, as_vector(plant.ddq()).cast<Real>()};
    const Eigen::VectorXd back = torques(InverseDynamics(robot), there);
    const double scale = 1 + as_vector(plant.ddq()).cwiseAbs().maxCoeff();
    EXPECT_LE((back - as_vector(tau)).cwiseAbs().maxCoeff(), 1e-9 * scale) << seed;
  }
}

// Also of many joints whose rotors weigh as much as the links, and that pass on almost nothing as they brake.
TEST(Plant, AgreesWithInverseDynamicsOfManyJointsThatRubUnderLoad) {
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const Robot random_arm = random_robot(seed, {.joints = 24, .massless = 0});
    Random random(seed);
    std::vector<Drive> drives;
    for (std::size_t j = 0; j < random_arm.joints().size(); ++j) {
      Drive& drive = drives.emplace_back();
      drive.load = 0.95;
      drive.rotor_inertia = random.uniform(0, 2);
    }
    const Robot robot = random_arm.with_drives(drives);
    const test::State state = random_state(random, robot);
    std::vector<double> tau;
    for (std::size_t j = 0; j < robot.dof(); ++j) tau.push_back(random.uniform(-40, 40));
    const test::State there{
        state.q, state.dq,
        test::accelerations<double>(ForwardDynamics(robot), state.q, state.dq, as_vector(tau)).cast<Real>()};
    Plant plant(robot, {});
    place(plant, as_doubles(state.q), as_doubles(state.dq));
    hold(plant, tau);
    const Eigen::VectorXd back = torques(InverseDynamics(robot), there);
    const double scale = 1 + as_vector(plant.ddq()).cwiseAbs().maxCoeff();
    EXPECT_LE((back - as_vector(tau)).cwiseAbs().maxCoeff(), 1e-9 * scale) << seed;
    EXPECT_LE((as_vector(plant.ddq()) - there.ddq.cast<double>()).cwiseAbs().maxCoeff(), 1e-9 * scale)
        << seed;
  }
}

// No friction where nothing is passed on: a mass that coasts keeps its speed, and is slowed in proportion
// where its drive brakes.
TEST(Plant, CoastsWithFrictionOfTheLoadAlone) {
  Plant plant(prismatic_mass(4, R"(, "friction": {"load": 0.5})"), {});
  place(plant, {0}, {2});
  plant.advance_to(3);
  EXPECT_NEAR(plant.q()[0], 6, 1e-12);
  hold(plant, {-4});  // passed on: -4 = (1 - 0.5) 4 a
  EXPECT_NEAR(plant.ddq()[0], -2, 1e-14);
  hold(plant, {12});  // 12 = (1 + 0.5) 4 a
  EXPECT_NEAR(plant.ddq()[0], 2, 1e-14);
}

// m dv/dt = -f v / sqrt(v^2 + s^2), so that m (F(v_0) - F(v)) = f t with F' = sqrt(v^2 + s^2) / v.
TEST(Plant, IsSlowedByAFrictionCurve) {
  const double mass = 4, torque = 6, speed = 0.5, v0 = 2;
  const auto F = [&](double v) { return std::hypot(v, speed) - speed * std::asinh(speed / v); };
  Plant plant(prismatic_mass(mass, R"(, "friction": {"curve": 6, "curve_speed": 0.5})"), {});
  place(plant, {0}, {v0});
  for (const double t : {0.3, 0.9, 1.5}) {
    plant.advance_to(t);
    EXPECT_NEAR(mass * (F(v0) - F(plant.dq()[0])), torque * t, 1e-9);
  }
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

}  // namespace
}  // namespace invdyn::test
