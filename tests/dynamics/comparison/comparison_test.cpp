#include "dynamics/comparison/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

Robot shipped(const char* name) {
  return read_robot(shipped_robot(name), [](const std::string&) {});
}

const Comparison::Method& method_named(const Comparison& comparison, const std::string& name) {
  for (const Comparison::Method& method : comparison.methods())
    if (method.formulation->name == name) return method;
  throw std::logic_error(name);
}

TEST(Comparison, ContainsEveryFormulationOnce) {
  const Comparison comparison(shipped("two-arms"), {});
  ASSERT_EQ(comparison.methods().size(), formulations().size());
  for (std::size_t i = 0; i < formulations().size(); ++i)
    EXPECT_EQ(comparison.methods()[i].formulation->name, formulations()[i].name);
}

TEST(Comparison, SaysWhyAMethodDoesNotTakeTheRobot) {
  const Comparison comparison(shipped("two-arms"), {});
  EXPECT_EQ(method_named(comparison, "choreonoid").refusal, "");
  EXPECT_EQ(
      method_named(comparison, "luh").refusal,
      "two-arms: joints \"left_shoulder\" and \"right_shoulder\" both sit on the link of joint \"waist\": "
      "expected a single chain of joints");
}

// Methods with a cost of n^4 or n^3 are left out for large n; the others are run.
TEST(Comparison, LeavesOutSlowMethodsForManyJoints) {
  const auto refusal = [](std::size_t joints, const std::string& name) {
    const Robot chain = random_robot(1, {.joints = joints, .prismatic = 0, .fixed = 0, .branching = 0});
    return method_named(Comparison(chain, {}), name).refusal;
  };
  EXPECT_EQ(refusal(50, "lagrange"), "");
  EXPECT_THAT(refusal(51, "lagrange"),
              testing::EndsWith(
                  "has 51 joints: expected at most 50 joints, because the computing time of this form grows "
                  "with n^4 for n joints"));
  EXPECT_EQ(refusal(51, "orthogonal-complement"), "");
  EXPECT_THAT(
      refusal(201, "orthogonal-complement"),
      testing::EndsWith(
          "expected at most 200 joints, because the computing time of this form grows with n^3 for n joints"));
  EXPECT_EQ(refusal(201, "newton-euler"), "");
}

// Ten methods and their temporaries are in memory together.
TEST(Comparison, TakesTwoThousandJoints) {
  EXPECT_THROW(Comparison(random_robot(1, {.joints = 2001, .prismatic = 0, .fixed = 0, .branching = 0}), {}),
               Error);
}

TEST(Comparison, FindsAgreementToRoundingOnRandomStates) {
  const Robot robot = shipped("puma560");
  Comparison comparison(robot, {});
  RandomStates states(robot, 1);
  Block block(robot.dof(), 100);
  for (int i = 0; i < 3; ++i) {
    states.fill(block, 100);
    comparison.take(block);
  }
  EXPECT_EQ(comparison.samples(), 300u);
  for (const Comparison::Method& method : comparison.methods()) {
    if (!method.refusal.empty()) continue;
    EXPECT_GE(method.nanoseconds.size(), 3u);
    EXPECT_GT(Comparison::median_time(method), 0);
    EXPECT_GT(method.multiplications, 0);
    for (std::size_t j = 0; j < robot.dof(); ++j)
      EXPECT_LT(comparison.relative_difference(method, j), 1e-12) << method.formulation->name;
  }
}

// A joint with a vertical axis needs no static torque: two values near zero must not be compared with each
// other.
TEST(Comparison, MeasuresSmallTorquesByTheLargeOnes) {
  const Robot robot = shipped("puma560");  // joint 1 is vertical
  Comparison comparison(robot, {.friction = false});
  Block block(robot.dof(), 1);
  RandomStates(robot, 5).fill(block, 1);
  block.dq.setZero();
  block.ddq.setZero();
  comparison.take(block);
  for (const Comparison::Method& method : comparison.methods()) {
    if (method.refusal.empty()) {
      EXPECT_LT(comparison.relative_difference(method, 0), 1e-11);
    }
  }
}

TEST(RandomStates, AreWithinLimitsAndTheSameForASeed) {
  const Robot robot = shipped("puma560");
  Block a(robot.dof(), 500), b(robot.dof(), 500), other(robot.dof(), 500);
  RandomStates(robot, 42).fill(a, 500);
  RandomStates(robot, 42).fill(b, 500);
  RandomStates(robot, 43).fill(other, 500);
  EXPECT_TRUE((a.q == b.q && a.dq == b.dq && a.ddq == b.ddq).all());
  EXPECT_FALSE((a.q == other.q).any());
  for (std::size_t j = 0; j < robot.dof(); ++j) {
    const auto column = static_cast<Eigen::Index>(j);
    const Limits& limits = robot.moving_joint(j).limits;
    EXPECT_GE(a.q.col(column).minCoeff(), *limits.lower);
    EXPECT_LE(a.q.col(column).maxCoeff(), *limits.upper);
    // Nearly the full range is used.
    EXPECT_GT(a.q.col(column).maxCoeff() - a.q.col(column).minCoeff(),
              0.95 * (*limits.upper - *limits.lower));
  }
}

// Two levers; the second follows the first, twice as far: in a static state its weight counts twice at the
// first.
TEST(Comparison, TreatsMimicJointsLikeTorque) {
  RobotDescription description;
  description.name = "levers";
  for (const std::string name : {"first", "second"}) {
    RobotDescription::JointAndLink lever;
    lever.joint.name = lever.link.name = name;
    lever.joint.type = JointType::revolute;
    lever.joint.axis = Eigen::Vector3d::UnitY();
    lever.parent_link = description.joints.empty() ? "base" : "first";
    lever.link.mass_properties = {1, {0.3, 0, 0}, 0.01 * Eigen::Matrix3d::Identity()};
    description.joints.push_back(lever);
  }
  description.joints[1].joint.mimic = Mimic{0, 2, 0};
  description.joints[1].mimicked = "first";
  const Robot robot(description, [](const std::string&) {});
  Comparison comparison(robot, {});
  RandomStates states(robot, 1);
  Block block(robot.dof(), 100);
  states.fill(block, 100);
  comparison.take(block);
  std::size_t taken = 0;
  for (const Comparison::Method& method : comparison.methods()) {
    if (!method.refusal.empty()) continue;  // for example, gravity must be along the first axis
    ++taken;
    EXPECT_LT(comparison.relative_difference(method, 0), 1e-12) << method.formulation->name;
  }
  EXPECT_GT(taken, 5u);
}

}  // namespace
}  // namespace invdyn::test
