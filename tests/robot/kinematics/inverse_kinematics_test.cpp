#include "robot/kinematics/inverse_kinematics.h"

#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

Robot shipped(const std::string& name) {
  return read_robot(name, [](const std::string&) {});
}

Isometry3d pose(const Robot& robot, std::size_t link, const VectorXd& q) {
  return link_poses(robot, {q.data(), robot.dof()})[link];
}

std::size_t last_link(const Robot& robot) {
  return robot.links().size() - 1;
}

Robot random_arm(unsigned long seed, std::size_t joints, double prismatic = 0) {
  return random_robot(seed, {.joints = joints, .prismatic = prismatic, .fixed = 0, .branching = 0});
}

TEST(InverseKinematics, FindsTheDirectionsOfAnArm) {
  struct Case {
    Robot robot;
    Task task;
    std::size_t rank;
    bool redundant;
  };
  for (const auto& [robot, task, rank, redundant] :
       {Case{shipped("sasaki1990"), Task::pose, 6, false}, Case{shipped("puma560"), Task::pose, 6, false},
        Case{shipped("puma560"), Task::position, 3, true}, Case{shipped("scara"), Task::pose, 4, false},
        Case{shipped("scara"), Task::position, 3, true}, Case{random_arm(1, 7), Task::pose, 6, true},
        Case{random_arm(1, 5), Task::pose, 5, false}}) {
    const InverseKinematics kinematics(robot, last_link(robot), task);
    EXPECT_EQ(kinematics.rank(), rank) << robot.name();
    EXPECT_EQ(kinematics.redundant(), redundant) << robot.name();
  }
  // The two-link arm in a plane: the tip moves in two directions.
  const Robot rods = shipped("two-link");
  const Isometry3d T_link_tip(Eigen::Translation3d(0.5, 0, 0));
  EXPECT_EQ(InverseKinematics(rods, 2, Task::position, T_link_tip).rank(), 2u);
}

TEST(InverseKinematics, ReturnsToThePoseFromNearby) {
  for (unsigned long seed = 1; seed <= 60; ++seed) {
    const Robot robot = random_arm(seed, 1 + seed % 10, 0.3);
    Random random(seed);
    const VectorXd q = random_state(random, robot).q.cast<double>();
    const InverseKinematics kinematics(robot, last_link(robot), Task::pose);
    VectorXd guess = q;
    for (double& x : guess) x += random.uniform(-0.1, 0.1);
    const auto solution = kinematics.solve(pose(robot, last_link(robot), q), guess);
    EXPECT_TRUE(solution.reached) << "seed " << seed;
    EXPECT_LT(solution.distance, 1e-10);
    EXPECT_LT(solution.angle, 1e-10);
    const Isometry3d T = pose(robot, last_link(robot), solution.posture.q);
    EXPECT_LT((T.matrix() - pose(robot, last_link(robot), q).matrix()).norm(), 1e-10) << "seed " << seed;
  }
}

TEST(InverseKinematics, KeepsASolution) {
  const Robot robot = shipped("puma560");
  const VectorXd q{{0.3, -0.2, 0.1, 0.4, 0.5, -0.6}};
  const auto solution = InverseKinematics(robot, 6, Task::pose).solve(pose(robot, 6, q), q);
  EXPECT_TRUE(solution.reached);
  EXPECT_EQ(solution.posture.q, q);
}

TEST(InverseKinematics, FindsReachablePosesWithoutAGuess) {
  for (const std::string name : {"puma560", "sasaki1990", "scara"}) {
    const Robot robot = shipped(name);
    const InverseKinematics kinematics(robot, last_link(robot), Task::pose);
    Random random(7);
    for (int i = 0; i < 30; ++i) {
      VectorXd q(static_cast<Eigen::Index>(robot.dof()));
      for (std::size_t j = 0; j < robot.dof(); ++j) {
        const Limits& limits = robot.moving_joint(j).limits;
        q[static_cast<Eigen::Index>(j)] = random.uniform(limits.lower.value_or(-3), limits.upper.value_or(3));
      }
      const Isometry3d target = pose(robot, last_link(robot), q);
      const auto solution = kinematics.search(target, VectorXd::Zero(q.size()));
      EXPECT_TRUE(solution.reached) << name << ' ' << q.transpose();
      EXPECT_LT((pose(robot, last_link(robot), solution.posture.q).matrix() - target.matrix()).norm(), 1e-10);
      for (std::size_t j = 0; j < robot.dof(); ++j) {
        const Limits& limits = robot.moving_joint(j).limits;
        EXPECT_GE(solution.posture.q[static_cast<Eigen::Index>(j)], limits.lower.value_or(-1e9));
        EXPECT_LE(solution.posture.q[static_cast<Eigen::Index>(j)], limits.upper.value_or(1e9));
      }
    }
  }
}

// Links of 1 and 0.5 m: for a point 2 m away the tip is 0.5 m short; for a point at 0.3 m, in the inner hole,
// 0.2 m.
TEST(InverseKinematics, GetsNearestToUnreachablePoses) {
  const Isometry3d T_link_tip(Eigen::Translation3d(0.5, 0, 0));
  const InverseKinematics kinematics(shipped("two-link"), 2, Task::position, T_link_tip);
  for (const auto& [distance, left] : {std::pair{2.0, 0.5}, std::pair{0.3, 0.2}}) {
    const Isometry3d target(Eigen::Translation3d(distance * 0.6, 0, distance * 0.8));
    const auto solution = kinematics.solve(target, VectorXd{{0.5, 1.0}}, 5000);
    EXPECT_FALSE(solution.reached);
    EXPECT_NEAR(solution.distance, left, 1e-6);
  }
}

TEST(InverseKinematics, MovesNoJointThatDoesNotCarryTheLink) {
  const Robot robot = shipped("two-arms");
  std::size_t link = 0;
  while (robot.links()[link].name != "left_forearm") ++link;
  const InverseKinematics kinematics(robot, link, Task::position,
                                     Isometry3d(Eigen::Translation3d(0, 0, -0.2)));
  VectorXd q = VectorXd::Constant(static_cast<Eigen::Index>(robot.dof()), -0.8);
  auto placed = kinematics.posture(q).placement.T_world_frame;
  placed.translation() += Vector3d(0.03, 0.01, 0.02);
  const auto solution = kinematics.solve(placed, q);
  ASSERT_TRUE(solution.reached);
  for (std::size_t j = 0; j < robot.dof(); ++j)
    EXPECT_EQ(solution.posture.q[static_cast<Eigen::Index>(j)] == -0.8, j > 2) << robot.moving_joint(j).name;
}

TEST(InverseKinematics, RefusesALinkWithoutMovingJoints) {
  EXPECT_THROW(InverseKinematics(shipped("two-link"), 0, Task::pose), UsageError);
  // The frame of the first rod is on its axis.
  EXPECT_THROW(InverseKinematics(shipped("two-link"), 1, Task::position), UsageError);
}

}  // namespace
}  // namespace invdyn::test
