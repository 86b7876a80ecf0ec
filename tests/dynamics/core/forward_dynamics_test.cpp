// The articulated-body algorithm compared with inverse dynamics, with the solution by the mass matrix, and
// with closed forms; and robots without a solution.

#include "dynamics/core/forward_dynamics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "ground/base/error.h"
#include "robot/files/json_reader.h"
#include "robot/files/read.h"
#include "support/equation_of_motion.h"
#include "support/matrices.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Errors are measured in units that weight every joint equally, light or heavy, revolute or prismatic:
// accelerations times sqrt(M_ii), torques divided by sqrt(M_ii). `terms` is the maximum of the terms that
// cancel in tau; `amplification` bounds the effect on the accelerations of a relative error of 1 in a torque.
struct Scales {
  Vector root;
  Real terms, amplification;

  Scales(const Robot& robot, const State& state, const DynamicsSettings& settings) {
    const Matrix<Real> M = mass_matrix_by_columns<Real>(robot, state.q, settings.rotor);
    root = M.diagonal().cwiseSqrt();
    const Vector bias = torques<Real>(InverseDynamics(robot, settings), {state.q, state.dq, 0 * state.ddq});
    const Vector inertial = M.cwiseAbs() * state.ddq.cwiseAbs();
    terms = ((bias.cwiseAbs() + inertial).array() / root.array()).maxCoeff();
    amplification = 1 / smallest_eigenvalue(scaled(M));
  }
  double of_acceleration(const Vector& error) const {
    return static_cast<double>(error.cwiseProduct(root).cwiseAbs().maxCoeff() / terms);
  }
  double of_torque(const Vector& error) const {
    return static_cast<double>(error.cwiseQuotient(root).cwiseAbs().maxCoeff() / terms);
  }
};

struct Family {
  std::string name;
  RandomRobotShape shape;
  int count;

  friend void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }
};

class ForwardDynamicsOfRandomTrees : public testing::TestWithParam<Family> {
 protected:
  template <class Check>
  void for_each(Check check) const {
    for (int i = 0; i < GetParam().count; ++i) {
      const auto seed = static_cast<unsigned long>(3000 + i);
      const Robot robot = random_robot(seed, GetParam().shape);
      Random random(seed + 1);
      const State state = random_state(random, robot);
      SCOPED_TRACE("seed " + std::to_string(seed));
      check(robot, state);
    }
  }
};

TEST_P(ForwardDynamicsOfRandomTrees, UndoInverseDynamics) {
  for_each([](const Robot& robot, const State& state) {
    for (const bool drives : {true, false}) {
      if (!drives && GetParam().shape.massless > 0) continue;
      const DynamicsSettings settings{.friction = drives, .rotor = drives};
      const Scales scales(robot, state, settings);
      const InverseDynamics inverse(robot, settings);
      const ForwardDynamics forward(robot, settings);

      const Eigen::VectorXd tau = torques(inverse, state);
      const Eigen::VectorXd ddq = accelerations(forward, state.q, state.dq, tau);
      EXPECT_LE(scales.of_acceleration(ddq.cast<Real>() - state.ddq),
                2e-15 * static_cast<double>(scales.amplification));
      // In the opposite direction nothing is amplified.
      const Eigen::VectorXd again = torques(inverse, {state.q, state.dq, ddq.cast<Real>()});
      EXPECT_LE(scales.of_torque((again - tau).cast<Real>()), 1e-14);

      // The same templates in extended precision: the remaining difference was rounding. The constants of the
      // default formulation are sums rounded to double; newton-euler uses the robot's own constants.
      DynamicsSettings own = settings;
      own.method = "newton-euler";
      const Vector exact =
          accelerations<Real>(forward, state.q, state.dq, torques<Real>(InverseDynamics(robot, own), state));
      EXPECT_LE(scales.of_acceleration(exact - state.ddq), 1e-17 * static_cast<double>(scales.amplification));
    }
  });
}

// In extended precision. Unless all angles are multiples of a right angle, the robot's rotations are
// orthonormal only to double rounding. Composite bodies exchange them with cross products; articulated bodies
// do not.
TEST_P(ForwardDynamicsOfRandomTrees, SolveTheEquationOfMotion) {
  for_each([](const Robot& robot, const State& state) {
    const Matrix<Real> M = mass_matrix<Real>(MassMatrix(robot), state.q);
    const Vector bias = torques<Real>(InverseDynamics(robot, DynamicsSettings{.method = "newton-euler"}),
                                      {state.q, state.dq, 0 * state.ddq});
    const Vector tau = state.ddq.cwiseProduct(M.diagonal());  // any torques of suitable size
    const Vector solved = solution(M, tau - bias);
    const Vector ddq = accelerations<Real>(ForwardDynamics(robot), state.q, state.dq, tau);
    const Scales scales(robot, {state.q, state.dq, solved}, {});
    EXPECT_LE(scales.of_acceleration(ddq - solved),
              (GetParam().shape.right_angles ? 1e-18 : 4e-15) * static_cast<double>(scales.amplification));
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, ForwardDynamicsOfRandomTrees,
    testing::Values(Family{"one_joint", {.joints = 1, .prismatic = 0.5, .massless = 0}, 20},
                    Family{"serial_revolute",
                           {.joints = 6, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0},
                           20},
                    Family{"serial_prismatic", {.joints = 3, .prismatic = 1, .fixed = 0, .massless = 0}, 10},
                    Family{"serial_mixed",
                           {.joints = 7, .prismatic = 0.4, .fixed = 0.2, .branching = 0, .massless = 0},
                           20},
                    Family{"branched", {.joints = 12, .branching = 0.5, .massless = 0}, 20},
                    Family{"right_angles", {.joints = 9, .massless = 0, .right_angles = true}, 30},
                    Family{"mostly_massless", {.joints = 10, .massless = 0.7}, 20},
                    Family{"light_and_heavy", {.joints = 10, .massless = 0, .mass_ratio = 1e3}, 50},
                    Family{"lighter_and_heavier", {.joints = 5, .massless = 0, .mass_ratio = 1e6}, 50},
                    Family{"long_chain", {.joints = 40, .fixed = 0, .branching = 0, .massless = 0}, 5},
                    Family{"long_tree", {.joints = 40, .fixed = 0, .massless = 0}, 5}),
    [](const auto& family) { return family.param.name; });

TEST(ForwardDynamics, OfShippedRobotsUndoInverseDynamics) {
  Random random(9);
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, [](const std::string&) {}).with_floating_base(false);
    const State state = random_state(random, robot);
    const Scales scales(robot, state, {});
    const Eigen::VectorXd tau = torques(InverseDynamics(robot), state);
    const Eigen::VectorXd ddq = accelerations(ForwardDynamics(robot), state.q, state.dq, tau);
    EXPECT_LE(scales.of_acceleration(ddq.cast<Real>() - state.ddq),
              2e-15 * static_cast<double>(scales.amplification))
        << robot.name();
  }
}

// ---- closed forms

Robot robot_of(const std::string& joints) {
  return read_json_robot(R"({"name": "case", "convention": "tree", "joints": [)" + joints + "]}", "case.json",
                         [](const std::string& text) { ADD_FAILURE() << text; });
}

Eigen::VectorXd accelerations_under(const ForwardDynamics& dynamics, const State& state,
                                    std::initializer_list<double> tau) {
  return accelerations<double>(dynamics, state.q, state.dq, state_of(tau, {}, {}).q.cast<double>());
}

// (I + m l^2 + G^2 J) ddq = tau - (G^2 B_m + B_j) dq - (|G| T_m + T_j) - m g l sin q, q from straight down.
TEST(ForwardDynamics, OfAPendulumAgreeWithTheClosedForm) {
  const Robot pendulum =
      robot_of(R"({"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
      "link": {"name": "bob", "mass": 2, "com": [0, 0, -0.7], "inertia": {"ixx": 0.1, "iyy": 0.3, "izz": 0.3}},
      "motor": {"rotor_inertia": 0.001, "gear_ratio": -20, "damping": 0.002, "coulomb": [0.01, -0.02]},
      "friction": {"damping": 0.4, "coulomb": [0.5, -0.6]}})");
  const double m = 2, l = 0.7, inertia = 0.3 + m * l * l, g = 9.80665, rotor = 400 * 0.001;
  const double tau = 1.7;
  for (const double q : {-3.0, -0.5, 0.0, 0.4, 2.0})
    for (const double dq : {-2.0, 0.0, 1.5}) {
      const State state = state_of({q}, {dq}, {0});
      const double coulomb = dq > 0 ? 20 * 0.01 + 0.5 : dq < 0 ? 20 * -0.02 - 0.6 : 0;
      const double friction = (400 * 0.002 + 0.4) * dq + coulomb;
      const double free = tau - m * g * l * std::sin(q);
      EXPECT_NEAR(accelerations_under(ForwardDynamics(pendulum), state, {tau})[0],
                  (free - friction) / (inertia + rotor), 1e-14);
      EXPECT_NEAR(accelerations_under(ForwardDynamics(pendulum, links_only), state, {tau})[0], free / inertia,
                  1e-14);
    }
}

TEST(ForwardDynamics, OfAFreePrismaticJointGiveAFreeFall) {
  const Robot lift = robot_of(R"({"name": "lift", "type": "prismatic", "parent": "base", "axis": [0, 0, 1],
      "link": {"name": "cage", "mass": 70, "com": [0.1, 0.2, 0.3], "inertia": {"ixx": 1, "iyy": 2, "izz": 2}}})");
  const State state = state_of({0.5}, {3}, {0});
  EXPECT_NEAR(accelerations_under(ForwardDynamics(lift), state, {0})[0], -9.80665, 1e-14);
  EXPECT_NEAR(
      accelerations_under(ForwardDynamics(lift, {.gravity = Eigen::Vector3d(0, 0, 2)}), state, {140})[0], 4,
      1e-14);
}

// A bead on a rotating rod: m r^2 a = tau - 2 m r v w, m dv/dt = F + m r w^2. The rod has no mass.
TEST(ForwardDynamics, OfARadialPrismaticJointAgreeWithTheClosedForm) {
  const Robot rod = robot_of(R"(
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1], "link": {"name": "rod", "mass": 0}},
      {"name": "slide", "type": "prismatic", "parent": "rod", "axis": [1, 0, 0],
       "link": {"name": "bead", "mass": 3, "com": [0, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})");
  const double m = 3, r = 0.8, v = 0.7, w = 2, tau = 5, F = -4;
  const Eigen::VectorXd ddq =
      accelerations_under(ForwardDynamics(rod, links_only), state_of({0.3, r}, {w, v}, {0, 0}), {tau, F});
  EXPECT_NEAR(ddq[0], (tau - 2 * m * r * v * w) / (m * r * r), 1e-14);
  EXPECT_NEAR(ddq[1], F / m + r * w * w, 1e-14);
}

// ---- no inertia

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

const std::string arm = R"({"name": "shoulder", "type": "revolute", "parent": "base", "axis": [0, 0, 1],
    "link": {"name": "arm", "mass": 1, "com": [0.1, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}},)";

TEST(ForwardDynamics, RefuseATipWithoutMassOrRotor) {
  const Robot robot =
      robot_of(arm + R"({"name": "flange", "type": "revolute", "parent": "arm", "axis": [1, 0, 0],
      "link": {"name": "tip", "mass": 0}, "motor": {"rotor_inertia": 0.002, "gear_ratio": 30}})");
  EXPECT_NO_THROW(ForwardDynamics{robot});
  const State state = state_of({0, 0}, {0, 0}, {0, 0});
  EXPECT_NEAR(accelerations_under(ForwardDynamics(robot), state, {0, 9})[1], 9 / (900 * 0.002), 1e-13);
  EXPECT_EQ(error_of([&] { ForwardDynamics(robot, {.rotor = false}); }),
            "joint \"flange\": nothing resists its motion, so its acceleration is undefined; expected a "
            "rotor's inertia for this joint, or a link with mass that this joint moves");
}

TEST(ForwardDynamics, RefuseAPrismaticJointWithoutMass) {
  const Robot robot =
      robot_of(arm + R"({"name": "slide", "type": "prismatic", "parent": "arm", "axis": [1, 0, 0],
      "link": {"name": "tip", "mass": 0}})");
  EXPECT_THAT(error_of([&] { ForwardDynamics{robot}; }), HasSubstr("joint \"slide\": nothing resists"));
}

// A thin rod that rotates about its own axis. Its pose leaves a rounding error instead of zero inertia about
// the axis.
TEST(ForwardDynamics, RefuseAWheelWithoutInertia) {
  const Robot robot =
      robot_of(arm + R"({"name": "spin", "type": "revolute", "parent": "arm", "axis": [1, 1, 1],
      "link": {"name": "hub", "mass": 0}},
      {"name": "glue", "type": "fixed", "parent": "hub",
       "origin": {"xyz": [0, 0, 0], "rpy": [0, -0.6154797086703874, 0.7853981633974483]},
       "link": {"name": "rod", "mass": 1, "com": [0.3, 0, 0], "inertia": {"ixx": 0, "iyy": 0.1, "izz": 0.1}}})");
  EXPECT_THAT(error_of([&] { ForwardDynamics{robot}; }), HasSubstr("joint \"spin\": nothing resists"));
}

// Two joints on one axis with nothing between them: only the sum of their motions has inertia.
TEST(ForwardDynamics, RefuseTwoJointsOnOneAxisWithoutMassBetween) {
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(
        random, {.joints = 6, .prismatic = 0.5, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
    Joint& first = description.joints[2].joint;
    Joint& second = description.joints[3].joint;
    description.joints[2].link.mass_properties = {};
    first.T_joint_link = random.pose(0.3);
    second.type = first.type;
    second.axis = random.vector(1);
    // The second joint's axis is parallel to the first one; for revolute joints it is also collinear.
    const Eigen::Vector3d normal = second.axis.cross(first.axis);
    const double angle = std::atan2(normal.norm(), second.axis.dot(first.axis));
    Eigen::Isometry3d on_axis(Eigen::AngleAxisd(angle, normal.normalized()));
    on_axis.translation() = first.is_revolute() ? 0.2 * first.axis.normalized() : random.vector(0.3);
    second.T_parent_joint = first.T_joint_link.inverse() * on_axis;
    const Robot robot(description, [](const std::string&) {});
    const ForwardDynamics dynamics(robot);
    const State state = random_state(random, robot);
    const Eigen::VectorXd tau = Eigen::VectorXd::Ones(6);
    EXPECT_THAT(error_of([&] { accelerations<double>(dynamics, state.q, state.dq, tau); }),
                HasSubstr("joint \"j2\": nothing resists its motion at this position"))
        << "seed " << seed;
    EXPECT_THAT(error_of([&] { accelerations<Real>(dynamics, state.q, state.dq, tau.cast<Real>()); }),
                HasSubstr("joint \"j2\": nothing resists its motion at this position"))
        << "seed " << seed;
  }
}

// Chains of mostly massless links, without rotors. They need the inertia of the next body, which supports at
// most six independent joints. The mass matrix shows which of these robots are singular.
TEST(ForwardDynamics, RefuseOnlyMasslessChainsWithASingularMassMatrix) {
  int regular = 0, singular = 0;
  for (unsigned long seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(
        random,
        {.joints = 10, .prismatic = 0.2, .fixed = 0, .branching = 0, .massless = 0.75, .drives = false});
    description.joints.back().link.mass_properties = {
        2, {0.1, 0.2, 0.3}, Eigen::Vector3d(0.1, 0.2, 0.2).asDiagonal()};
    const Robot robot(description, [](const std::string&) {});
    const State state = random_state(random, robot);
    const Matrix<Real> M = mass_matrix_by_columns<Real>(robot, state.q, false);
    const Real smallest = smallest_eigenvalue(scaled(M));
    const ForwardDynamics dynamics(robot);
    const Eigen::VectorXd tau = torques(InverseDynamics(robot), state);
    if (smallest > 1e-9L) {
      ++regular;
      const Scales scales(robot, state, {});
      const Eigen::VectorXd ddq = accelerations<double>(dynamics, state.q, state.dq, tau);
      EXPECT_LE(scales.of_acceleration(ddq.cast<Real>() - state.ddq),
                2e-15 * static_cast<double>(scales.amplification))
          << "seed " << seed;
    } else if (smallest < 1e-17L) {
      ++singular;
      EXPECT_THAT(error_of([&] { accelerations<double>(dynamics, state.q, state.dq, tau); }),
                  HasSubstr("nothing resists its motion at this position"))
          << "seed " << seed;
    }
  }
  EXPECT_GT(regular, 50);
  EXPECT_GT(singular, 50);
}

// A point mass at the end of a boom: upright, it is on the axis that rotates the boom.
TEST(ForwardDynamics, RefuseAPositionWithoutInertia) {
  const Robot robot = robot_of(R"(
      {"name": "turn", "type": "continuous", "parent": "base", "axis": [0, 0, 1], "link": {"name": "hub", "mass": 0}},
      {"name": "luff", "type": "revolute", "parent": "hub", "axis": [0, -1, 0],
       "link": {"name": "boom", "mass": 3, "com": [2, 0, 0], "inertia": {"ixx": 0, "iyy": 0, "izz": 0}}})");
  const ForwardDynamics dynamics(robot);
  const State upright = state_of({0.4, std::numbers::pi / 2}, {0, 0}, {0, 0});
  EXPECT_THAT(error_of([&] {
                accelerations_under(dynamics, upright, {1, 1});
              }),
              HasSubstr("joint \"turn\": nothing resists its motion at this position"));
  const State level = state_of({0.4, 0}, {0, 0}, {0, 0});
  EXPECT_NEAR(accelerations_under(dynamics, level, {24, 0})[0], 2, 1e-14);
}

TEST(ForwardDynamics, GiveNanForNan) {
  const Robot robot = robot_of(R"({"name": "pivot", "type": "revolute", "parent": "base", "axis": [0, 1, 0],
      "link": {"name": "bob", "mass": 2, "com": [0, 0, 1], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}})");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(accelerations_under(ForwardDynamics(robot), state_of({nan}, {0}, {0}), {1})[0]));
}

}  // namespace
}  // namespace invdyn::test
