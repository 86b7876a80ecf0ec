// The regressor: torque is linear in the parameters, and its columns are the coefficients.

#include "dynamics/core/regressor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "dynamics/core/inverse_dynamics.h"
#include "lanes/kernel/instruction_set.h"
#include "robot/model/bodies.h"
#include "support/families.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// Random rows; in some of them joints are at rest.
struct RandomRows {
  RandomRows(Random& random, const Robot& robot, std::size_t count) : block(robot.dof(), count) {
    block.rows = count;
    for (std::size_t k = 0; k < count; ++k) {
      const State state = random_state(random, robot);
      const auto row = static_cast<Eigen::Index>(k);
      for (Eigen::Index j = 0; j < state.q.size(); ++j) {
        block.q(row, j) = static_cast<double>(state.q[j]);
        block.dq(row, j) = random.chance(0.2) ? 0 : static_cast<double>(state.dq[j]);
        block.ddq(row, j) = static_cast<double>(state.ddq[j]);
      }
    }
  }
  MotionRows rows() const {
    return {block.q.data(), block.dq.data(), block.ddq.data(), nullptr, block.capacity, block.rows};
  }
  Block block;
};

// Torques by the regressor, and the sizes of the terms that were added.
struct ByRegressor {
  ByRegressor(const Regressor& regressor, const Eigen::VectorXd& parameters, const MotionRows& rows)
      : tau(static_cast<Eigen::Index>(rows.count), static_cast<Eigen::Index>(regressor.dof())), size(tau) {
    Regressor::Workspace workspace(regressor);
    regressor.fill(rows, workspace);
    for (std::size_t j = 0; j < regressor.dof(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const Eigen::VectorXd own = parameters(regressor.columns(j));
      tau.col(column) = regressor.of_joint(j, workspace) * own;
      size.col(column) = regressor.of_joint(j, workspace).cwiseAbs() * own.cwiseAbs();
    }
  }
  Eigen::MatrixXd tau, size;
};

Robot with_offsets(Random& random, const Robot& robot) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    drives.push_back(joint.drive);
    drives.back().offset = random.uniform(-1, 1);
  }
  return robot.with_drives(drives);
}

void expect_torques(const ByRegressor& result, const InverseDynamics& dynamics, RandomRows& rows) {
  InverseDynamics::BlockWorkspace workspace(dynamics);
  dynamics.fill_torques(rows.block, workspace);
  const Eigen::MatrixXd expected = rows.block.tau;
  for (Eigen::Index k = 0; k < expected.rows(); ++k)
    for (Eigen::Index j = 0; j < expected.cols(); ++j)
      ASSERT_NEAR(result.tau(k, j), expected(k, j), 2e-14 * (1 + result.size(k, j))) << "row " << k;
}

// Serial chains and trees, revolute and prismatic joints, fixed links, standard and modified tables.
TEST(Regressor, TimesTheParametersOfTheRobotIsItsTorque) {
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot robot = with_offsets(random, random_robot(seed, {.joints = 1 + seed % 9}));
    if (robot.dof() == 0) continue;
    RandomRows rows(random, robot, 1 + seed % 13);
    const Regressor regressor(robot);
    expect_torques(ByRegressor(regressor, regressor.values(), rows.rows()), InverseDynamics(robot), rows);
  }
}

// What is left of the torque are the springs: k (q - q0).
TEST(Regressor, LeavesTheTorquesOfSprings) {
  Random random(1);
  const Robot plain = random_robot(4, {.joints = 6, .fixed = 0});
  std::vector<Drive> drives;
  for (const Joint& joint : plain.joints()) {
    drives.push_back(joint.drive);
    drives.back().spring = {random.uniform(1, 20), random.uniform(-1, 1)};
  }
  const Robot robot = plain.with_drives(drives);
  RandomRows rows(random, robot, 9);
  const Regressor regressor(robot);
  ByRegressor result(regressor, regressor.values(), rows.rows());
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    const Spring& spring = robot.moving_joint(j).drive.spring;
    result.tau.col(column).array() +=
        spring.stiffness * (rows.block.q.col(column).head(9) - spring.reference);
  }
  expect_torques(result, InverseDynamics(robot), rows);
}

// Each body's share of gravity compensation is that of all its links.
TEST(Regressor, HasTheWeightThatGravityCompensationLeaves) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Robot plain = random_robot(seed, {.joints = 6});
    if (plain.dof() == 0) continue;
    const std::vector<LinkPlacement> placements = link_seats(plain);
    std::vector<double> of_bodies, of_links;
    for (std::size_t i = 0; i < plain.dof(); ++i) of_bodies.push_back(random.uniform(0, 1.25));
    for (const LinkPlacement& link : placements) of_links.push_back(link.body ? of_bodies[*link.body] : 0.5);
    const Robot robot = plain.with_gravity_compensations(of_links);
    RandomRows rows(random, robot, 9);
    const Regressor regressor(robot);
    expect_torques(ByRegressor(regressor, regressor.values(), rows.rows()), InverseDynamics(robot), rows);
  }
}

TEST(Regressor, RefusesLinksOfABodyWithDifferentGravityCompensation) {
  const Robot plain = random_robot(4, {.joints = 6, .fixed = 0, .massless = 0});
  std::vector<double> shares(plain.links().size(), 0.5);
  const Robot robot = with_payload(plain.with_gravity_compensations(shares), 3, {.mass = 1});
  EXPECT_THROW(Regressor{robot}, NotRepresentable);
  EXPECT_NO_THROW(Regressor(robot, Eigen::Vector3d(0, 0, 0)));
}

// Also where the robot that gave the coefficients has other masses.
TEST(Regressor, DoesNotDependOnTheParameters) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(seed, {.joints = 6});
    if (robot.dof() == 0) continue;
    std::vector<MassProperties> heavier;
    for (const Link& link : robot.links())
      heavier.push_back(composed(link.mass_properties,
                                 {random.uniform(0, 5), random.vector(0.3), Eigen::Matrix3d::Identity()}));
    const Robot other = robot.with_mass_properties(heavier);
    RandomRows rows(random, robot, 5);
    expect_torques(ByRegressor(Regressor(robot), Regressor(other).values(), rows.rows()),
                   InverseDynamics(other), rows);
  }
}

TEST(Regressor, TakesAnotherGravity) {
  const Robot robot = random_robot(3, {.joints = 5, .fixed = 0});
  const Eigen::Vector3d gravity(1, -2, 3);
  Random random(3);
  RandomRows rows(random, robot, 9);
  const Regressor regressor(robot, gravity);
  expect_torques(ByRegressor(regressor, regressor.values(), rows.rows()),
                 InverseDynamics(robot, {.gravity = gravity}), rows);
}

// A pendulum: a point mass m at (c, 0, 0) from a horizontal axis has tau = m c^2 ddq + m c g cos q.
TEST(Regressor, OfAPendulumHasItsCoefficients) {
  RobotDescription description;
  description.name = "pendulum";
  RobotDescription::JointAndLink entry;
  entry.joint.name = "pivot";
  entry.joint.type = JointType::revolute;
  entry.joint.axis = -Eigen::Vector3d::UnitY();  // q > 0 lifts the x axis
  entry.parent_link = "base";
  entry.link.name = "rod";
  description.joints.push_back(entry);
  const Robot robot = robot_of(description);
  const Regressor regressor(robot);
  const double q = 0.3, dq = -2, ddq = 5, g = standard_gravity;
  Regressor::Workspace workspace(regressor);
  regressor.fill({&q, &dq, &ddq, nullptr, 1, 1}, workspace);
  const auto row = regressor.of_joint(0, workspace);
  const auto at = [](Parameter parameter) { return static_cast<Eigen::Index>(parameter); };
  EXPECT_NEAR(row(0, at(Parameter::m)), 0, 1e-15);
  EXPECT_NEAR(row(0, at(Parameter::mx)), g * std::cos(q), 1e-14);
  EXPECT_NEAR(row(0, at(Parameter::my)), 0, 1e-15);
  EXPECT_NEAR(row(0, at(Parameter::mz)), -g * std::sin(q), 1e-14);
  EXPECT_NEAR(row(0, at(Parameter::Iyy)), ddq, 1e-14);
  EXPECT_EQ(row(0, at(Parameter::rotor)), ddq);
  EXPECT_EQ(row(0, at(Parameter::damping)), dq);
  EXPECT_EQ(row(0, at(Parameter::coulomb_positive)), 0);
  EXPECT_EQ(row(0, at(Parameter::coulomb_negative)), 1);
  EXPECT_EQ(row(0, at(Parameter::offset)), 1);
  EXPECT_EQ(regressor.names()[0], "m_rod");
  EXPECT_EQ(regressor.names()[14], "offset_pivot");
}

TEST(Regressor, HasTheSameBitsForEveryInstructionSet) {
  for (unsigned long seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(seed, {.joints = 7});
    if (robot.dof() == 0) continue;
    RandomRows rows(random, robot, 11);
    rows.block.q(3, 0) = 1e17;  // a large angle
    std::vector<Eigen::MatrixXd> expected;
    for (const InstructionSet set : available_instruction_sets()) {
      ::setenv("INVDYN_ISA", std::string(name_of(set)).c_str(), 1);
      const Regressor regressor(robot);
      ::unsetenv("INVDYN_ISA");
      Regressor::Workspace workspace(regressor);
      regressor.fill(rows.rows(), workspace);
      for (std::size_t j = 0; j < robot.dof(); ++j) {
        const Eigen::MatrixXd found = regressor.of_joint(j, workspace);
        if (expected.size() == j) expected.push_back(found);
        ASSERT_EQ(std::memcmp(found.data(), expected[j].data(),
                              static_cast<std::size_t>(found.size()) * sizeof(double)),
                  0)
            << name_of(set) << ", joint " << j;
      }
    }
  }
}

TEST(Regressor, RefusesVeryLongRobots) {
  EXPECT_THROW(Regressor(random_robot(1, {.joints = 150, .fixed = 0})), Error);
}

}  // namespace
}  // namespace invdyn::test
