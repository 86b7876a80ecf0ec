// Joints that follow others, in the format-independent Robot.

#include <gmock/gmock.h>

#include "robot/model/link_poses.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

// Revolute joints j0, j1, ... about their own axes; the joints in the list follow another joint.
struct Follower {
  std::size_t joint;
  const char* followed;
  double multiplier, offset;
};

RobotDescription described(std::size_t joints, const std::vector<Follower>& followers) {
  Random random(7);
  RobotDescription description = random_description(random, {.joints = joints, .prismatic = 0, .fixed = 0});
  for (const auto& [joint, followed, multiplier, offset] : followers) {
    description.joints[joint].joint.mimic = Mimic{.multiplier = multiplier, .offset = offset};
    description.joints[joint].mimicked = followed;
  }
  description.place = [](std::size_t joint, RobotDescription::Part part) {
    return "j" + std::to_string(joint) + (part == RobotDescription::Part::mimic ? " mimic" : "");
  };
  description.value = [](std::size_t, RobotDescription::Part) { return "so"; };
  return description;
}

std::string error_of(const RobotDescription& description) {
  try {
    robot_of(description);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

double largest_difference(const Robot& a, const std::vector<double>& q_a, const Robot& b,
                          const std::vector<double>& q_b) {
  const auto poses_a = link_poses(a, q_a), poses_b = link_poses(b, q_b);
  EXPECT_EQ(poses_a.size(), poses_b.size());
  double largest = 0;
  for (std::size_t i = 0; i < poses_a.size(); ++i)
    largest = std::max(largest, (poses_a[i].matrix() - poses_b[i].matrix()).cwiseAbs().maxCoeff());
  return largest;
}

TEST(MimicJoint, IsNotAmongTheIndependentJoints) {
  const Robot robot = robot_of(described(4, {{1, "j3", 2, 0}}));
  EXPECT_TRUE(robot.has_mimics());
  EXPECT_EQ(robot.dof(), 3u);
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 2, 3));
  EXPECT_EQ(robot.joints()[1].mimic->joint, 3u);
  EXPECT_FALSE(robot_of(described(4, {})).has_mimics());
}

TEST(MimicJoint, HasThePositionSetByItsMaster) {
  const Robot robot = robot_of(described(4, {{1, "j3", -0.5, 0.25}}));
  const Robot free = robot_of(described(4, {}));
  EXPECT_EQ(largest_difference(robot, {0.1, 0.2, 0.8}, free, {0.1, -0.5 * 0.8 + 0.25, 0.2, 0.8}), 0);
}

TEST(MimicJoint, OfAMimicFollowsTheCommonMaster) {
  // q2 = 2 q1 + 1 = 2 (3 q0 - 0.5) + 1 = 6 q0, and q3 = -q2 + 0.25.
  const Robot robot = robot_of(described(4, {{3, "j2", -1, 0.25}, {2, "j1", 2, 1}, {1, "j0", 3, -0.5}}));
  ASSERT_EQ(robot.dof(), 1u);
  const auto expect = [&](std::size_t joint, double multiplier, double offset) {
    EXPECT_EQ(robot.joints()[joint].mimic->joint, 0u) << joint;
    EXPECT_EQ(robot.joints()[joint].mimic->multiplier, multiplier) << joint;
    EXPECT_EQ(robot.joints()[joint].mimic->offset, offset) << joint;
  };
  expect(1, 3, -0.5);
  expect(2, 6, 0);
  expect(3, -6, 0.25);
}

TEST(MimicJoint, NeedsAMovingMaster) {
  EXPECT_EQ(error_of(described(3, {{1, "j9", 1, 0}})),
            "j1 mimic: is so: expected the name of a joint that moves");
  RobotDescription hands = described(4, {{3, "index_q1", 1, 0}});
  for (std::size_t i = 0; i < 4; ++i)
    hands.joints[i].joint.name =
        std::string(i < 2 ? "left" : "right") + "_index_q" + (i % 2 == 0 ? "1" : "2");
  EXPECT_EQ(error_of(hands),
            "j3 mimic: is so: expected the name of a joint that moves; did you mean \"right_index_q1\"?");
  RobotDescription fixed = described(3, {{1, "j2", 1, 0}});
  fixed.joints[2].joint.type = JointType::fixed;
  EXPECT_EQ(error_of(fixed), "j1 mimic: is so: expected the name of a joint that moves");
}

TEST(MimicJoint, OfItselfOrInACircleIsRefused) {
  const std::string circle = " mimic: is so: expected joints that do not follow each other in a circle";
  EXPECT_EQ(error_of(described(3, {{1, "j1", 1, 0}})), "j1" + circle);
  EXPECT_EQ(error_of(described(3, {{0, "j1", 1, 0}, {1, "j0", 1, 0}})), "j0" + circle);
  EXPECT_EQ(error_of(described(4, {{1, "j2", 1, 0}, {2, "j3", 1, 0}, {3, "j1", 1, 0}})), "j1" + circle);
  EXPECT_EQ(error_of(described(4, {{1, "j2", 1, 0}, {2, "j3", 1, 0}, {3, "j2", 1, 0}})), "j1" + circle)
      << "one that follows into a circle";
}

TEST(IndependentMimics, AreIndependentJoints) {
  const Robot robot = robot_of(described(4, {{1, "j3", -0.5, 0.25}})).with_independent_mimics();
  EXPECT_FALSE(robot.has_mimics());
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(largest_difference(robot, {1, 2, 3, 4}, robot_of(described(4, {})), {1, 2, 3, 4}), 0);
}

TEST(LockedMaster, LocksItsFollowers) {
  const Robot robot = robot_of(described(4, {{1, "j3", -0.5, 0.25}, {0, "j2", 1, 0}}));
  const std::vector<JointLock> locks{{3, 0.8}};
  const Robot locked = robot.with_locked_joints(locks);
  EXPECT_THAT(locked.moving_joints(), ElementsAre(2));
  EXPECT_EQ(locked.joints()[1].type, JointType::fixed);
  EXPECT_FALSE(locked.joints()[1].mimic);
  EXPECT_TRUE(locked.joints()[0].mimic) << "it follows another";
  EXPECT_LE(largest_difference(locked, {0.3}, robot, {0.3, 0.8}), 1e-14);
}

// Follower: -2 q + 0.1 within [-1, 0.5] and 3 rad/s, so q within [-0.2, 0.55] and 1.5 rad/s.
TEST(Mimic, LimitsItsMaster) {
  RobotDescription description;
  description.name = "pair";
  description.place = description.value = [](std::size_t, RobotDescription::Part) { return std::string(); };
  for (const std::string name : {"a", "b"}) {
    RobotDescription::JointAndLink one;
    one.joint.name = name;
    one.joint.type = JointType::revolute;
    one.parent_link = name == "a" ? "base" : "la";
    one.link.name = "l" + name;
    description.joints.push_back(one);
  }
  description.joints[0].joint.limits = {.lower = -3, .upper = 0.4, .velocity = 9, .effort = 5};
  description.joints[1].joint.limits = {.lower = -1, .upper = 0.5, .velocity = 3, .effort = 1};
  description.joints[1].joint.mimic = Mimic{.multiplier = -2, .offset = 0.1};
  description.joints[1].mimicked = "a";
  const Robot robot(description, [](const std::string&) {});
  const Limits limits = robot.with_limits_of_followers().joints()[0].limits;
  EXPECT_DOUBLE_EQ(*limits.lower, -0.2);
  EXPECT_DOUBLE_EQ(*limits.upper, 0.4);
  EXPECT_DOUBLE_EQ(*limits.velocity, 1.5);
  EXPECT_EQ(limits.effort, 5);
}

}  // namespace
}  // namespace invdyn::test
