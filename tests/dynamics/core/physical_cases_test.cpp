// Cases with a solution of one line in a textbook.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "robot/files/json_reader.h"
#include "robot/files/read.h"
#include "robot/model/bodies.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

constexpr double g = 9.80665;
constexpr double pi = std::numbers::pi;

void expect_torques(const Robot& robot, const State& state, std::initializer_list<double> expected,
                    const DynamicsSettings& settings = {}) {
  const auto tau = torques(InverseDynamics(robot, settings), state);
  ASSERT_EQ(static_cast<std::size_t>(tau.size()), expected.size());
  Eigen::Index i = 0;
  for (const double value : expected) {
    EXPECT_NEAR(tau[i], value, 1e-13 * (1 + std::abs(value))) << "joint " << i + 1;
    ++i;
  }
}

Robot shipped(const std::string& name) {
  return read_robot(shipped_robot(name), [](const std::string& text) { ADD_FAILURE() << text; });
}

Robot robot_of(const std::string& joints, const std::string& head = "") {
  return read_json_robot(
      R"({"name": "case", "convention": "tree", )" + head + R"("joints": [)" + joints + "]}", "case.json",
      [](const std::string& text) { ADD_FAILURE() << text; });
}

// ---- one pendulum: m = 1 kg, l = 1 m, q from straight down

TEST(Pendulum, HangingAtRestNeedsNoTorque) {
  expect_torques(shipped("pendulum"), state_of({0}, {0}, {0}), {0});
}

TEST(Pendulum, HeldHorizontallyNeedsMGL) {
  expect_torques(shipped("pendulum"), state_of({pi / 2}, {0}, {0}), {g});
  expect_torques(shipped("pendulum"), state_of({-pi / 2}, {0}, {0}), {-g});
}

TEST(Pendulum, SpeedAloneNeedsNoTorque) {
  expect_torques(shipped("pendulum"), state_of({0}, {5}, {0}), {0});
}

TEST(Pendulum, AccelerationNeedsML2) {
  expect_torques(shipped("pendulum"), state_of({0}, {0}, {3}), {3});
}

TEST(Pendulum, GravityHasTheDirectionOfTheSettings) {
  DynamicsSettings sideways;
  sideways.gravity = Eigen::Vector3d(2, 0, 0);  // pulls towards +x, the direction in which q > 0 lifts
  expect_torques(shipped("pendulum"), state_of({0}, {0}, {0}), {-2}, sideways);
}

// ---- F = m (g + a)

TEST(VerticalPrismatic, SupportsWeightAndAcceleration) {
  const Robot lift = robot_of(R"({"name": "lift", "type": "prismatic", "parent": "base", "axis": [0, 0, 1],
      "link": {"name": "cage", "mass": 70, "com": [0.1, 0.2, 0.3], "inertia": {"ixx": 1, "iyy": 2, "izz": 2}}})");
  expect_torques(lift, state_of({0.5}, {0}, {0}), {70 * g});
  expect_torques(lift, state_of({0.5}, {1.5}, {2}), {70 * (g + 2)});
  expect_torques(lift, state_of({0.5}, {0}, {-g}), {0});
}

// ---- two links in a vertical plane [Craig, Introduction to Robotics, (6.58), with rods in place of point
// masses]

TEST(TwoLink, MatchesTheClosedForm) {
  const double m1 = 2, l1 = 1, r1 = 0.5, I1 = m1 * l1 * l1 / 12;
  const double m2 = 1, l2 = 0.5, r2 = 0.25, I2 = m2 * l2 * l2 / 12;
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const double q1 = random.uniform(-4, 4), q2 = random.uniform(-4, 4);
    const double w1 = random.uniform(-5, 5), w2 = random.uniform(-5, 5);
    const double a1 = random.uniform(-9, 9), a2 = random.uniform(-9, 9);
    const double c2 = std::cos(q2), s2 = std::sin(q2), c1 = std::cos(q1), c12 = std::cos(q1 + q2);
    const double M22 = I2 + m2 * r2 * r2, M12 = M22 + m2 * l1 * r2 * c2;
    const double M11 = I1 + m1 * r1 * r1 + I2 + m2 * (l1 * l1 + r2 * r2 + 2 * l1 * r2 * c2);
    const double h = m2 * l1 * r2 * s2;
    expect_torques(
        shipped("two-link"), state_of({q1, q2}, {w1, w2}, {a1, a2}),
        {M11 * a1 + M12 * a2 - h * (2 * w1 * w2 + w2 * w2) + (m1 * r1 + m2 * l1) * g * c1 + m2 * r2 * g * c12,
         M12 * a1 + M22 * a2 + h * w1 * w1 + m2 * r2 * g * c12});
  }
}

// ---- a bead on a rotating rod: tau = m r^2 a + 2 m r v w, F = m (dv/dt - r w^2)

TEST(RadialPrismatic, HasCoriolisAndCentrifugalForce) {
  const Robot rod = robot_of(R"(
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1], "link": {"name": "rod", "mass": 0}},
      {"name": "slide", "type": "prismatic", "parent": "rod", "axis": [1, 0, 0],
       "link": {"name": "bead", "mass": 3, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})");
  const double m = 3, r = 0.8, v = 0.7, w = 2, a = 1.5, dv = 0.4;
  expect_torques(rod, state_of({0.3, r}, {w, v}, {a, dv}),
                 {m * r * r * a + 2 * m * r * v * w, m * (dv - r * w * w)});
}

// ---- drives

TEST(Drive, RotorScalesWithGearRatioSquared) {
  const Robot robot = robot_of(R"({"name": "j", "type": "revolute", "parent": "base", "axis": [0, 0, 1],
      "link": {"name": "l", "mass": 0}, "motor": {"rotor_inertia": 0.002, "gear_ratio": -30}})");
  expect_torques(robot, state_of({0}, {1}, {5}), {900 * 0.002 * 5});
  expect_torques(robot, state_of({0}, {1}, {5}), {0}, {.rotor = false});
}

TEST(Drive, FrictionOpposesMotionAndIsZeroAtRest) {
  const Robot robot = robot_of(R"({"name": "j", "type": "revolute", "parent": "base", "axis": [0, 0, 1],
      "link": {"name": "l", "mass": 0},
      "motor": {"gear_ratio": -10, "damping": 0.01, "coulomb": [0.2, -0.3]},
      "friction": {"damping": 0.5, "coulomb": [4, -5]}})");
  expect_torques(robot, state_of({0}, {2}, {0}), {(100 * 0.01 + 0.5) * 2 + 10 * 0.2 + 4});
  expect_torques(robot, state_of({0}, {-2}, {0}), {(100 * 0.01 + 0.5) * -2 + 10 * -0.3 - 5});
  expect_torques(robot, state_of({0}, {0}, {7}), {0});
  expect_torques(robot, state_of({0}, {-0.0}, {0}), {0});
  expect_torques(robot, state_of({0}, {2}, {0}), {0}, {.friction = false});
}

// ---- rigid joints

// A robot compared with the same robot after merging its last two links by hand with the parallel axis
// theorem.
TEST(FixedJoint, EqualsTheMergedLink) {
  const std::string shoulder = R"({"name": "a", "type": "revolute", "parent": "base", "axis": [0, 1, 0],
      "link": {"name": "arm", "mass": 2, "com": [0.3, 0, 0], "inertia": {"ixx": 0.01, "iyy": 0.06, "izz": 0.06}}},)";
  const Robot apart = robot_of(shoulder + R"(
      {"name": "b", "type": "revolute", "parent": "arm", "origin": {"xyz": [0.6, 0, 0]}, "axis": [0, 0, 1],
       "link": {"name": "hand", "mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 0.001, "iyy": 0.004, "izz": 0.004}}},
      {"name": "c", "type": "fixed", "parent": "hand", "origin": {"xyz": [0.3, 0, 0], "rpy": [1.5707963267948966, 0, 0]},
       "link": {"name": "tool", "mass": 3, "com": [0, 0, 0.2], "inertia": {"ixx": 0.05, "iyy": 0.05, "izz": 0.02}}})");
  // The tool's z is the hand's -y: its centre at (0.3, -0.2, 0), moments about x, y, z of 0.05, 0.02, 0.05.
  // Together 4 kg at (1 * 0.1 + 3 * 0.3, 3 * -0.2, 0) / 4 = (0.25, -0.15, 0); reduced mass 3/4 kg at distance
  // (0.2, -0.2, 0): adds 0.75 * (0.04, 0.04, 0.08) to the moments and 0.75 * 0.04 to ixy.
  const Robot merged = robot_of(shoulder + R"(
      {"name": "b", "type": "revolute", "parent": "arm", "origin": {"xyz": [0.6, 0, 0]}, "axis": [0, 0, 1],
       "link": {"name": "hand", "mass": 4, "com": [0.25, -0.15, 0],
                "inertia": {"ixx": 0.081, "iyy": 0.054, "izz": 0.114, "ixy": 0.03}}})");
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const State state = random_state(random, merged);
    const auto a = torques(InverseDynamics(apart), state), b = torques(InverseDynamics(merged), state);
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-13 * (1 + b.cwiseAbs().maxCoeff()));
  }
}

// A joint held static (q constant, dq = ddq = 0) gives the same torques of the others as a fixed joint at
// that pose.
TEST(LockedJoint, EqualsAFixedOne) {
  for (unsigned long seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 8});
    const Robot robot(description, [](const std::string&) {});
    State state = random_state(random, robot);

    const std::size_t locked = random.below(robot.dof());
    const auto row = static_cast<Eigen::Index>(locked);
    state.dq[row] = state.ddq[row] = 0;
    Joint& joint = description.joints[robot.moving_joints()[locked]].joint;
    const auto q = static_cast<double>(state.q[row]);
    const Eigen::Vector3d axis = joint.axis.normalized();
    joint.T_parent_joint = joint.is_revolute() ? joint.T_parent_joint * Eigen::AngleAxisd(q, axis)
                                               : joint.T_parent_joint * Eigen::Translation3d(q * axis);
    joint.type = JointType::fixed;
    const Robot fixed(description, [](const std::string&) {});
    if (fixed.dof() == 0) continue;

    const auto without_row = [&](const Vector& column) {
      Vector rest(column.size() - 1);
      rest << column.head(row), column.tail(column.size() - 1 - row);
      return rest;
    };
    const State rest{without_row(state.q), without_row(state.dq), without_row(state.ddq)};
    const Eigen::VectorXd all = torques(InverseDynamics(robot), state);
    const Eigen::VectorXd expected = without_row(all.cast<Real>()).cast<double>();
    const Eigen::VectorXd tau = torques(InverseDynamics(fixed), rest);
    EXPECT_LT((tau - expected).cwiseAbs().maxCoeff(), 1e-12 * (1 + all.cwiseAbs().maxCoeff()))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
