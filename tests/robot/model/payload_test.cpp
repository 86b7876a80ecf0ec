// A body fixed to a link: the robot equals one with the body as an extra link on a fixed joint.

#include <gtest/gtest.h>

#include "robot/model/bodies.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

MassProperties random_payload(Random& random) {
  // Six point masses.
  MassProperties sum;
  for (int i = 0; i < 6; ++i)
    sum = composed(sum, {random.uniform(0.1, 1), random.vector(0.2), Eigen::Matrix3d::Zero()});
  return sum;
}

TEST(Payload, EqualsALinkOnAFixedJoint) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    RobotDescription description = random_description(random, {.joints = 5});
    const MassProperties payload = random_payload(random);
    const std::size_t link = 1 + random.below(5);
    const Robot loaded = with_payload(robot_of(description), link, payload);
    RobotDescription::JointAndLink grip;
    grip.joint.name = "grip";
    grip.parent_link = "l" + std::to_string(link - 1);
    grip.link = {"load", payload};
    description.joints.push_back(grip);
    const Robot gripping = robot_of(description);
    const State state = random_state(random, gripping);
    const VirtualWork expected = all_torques(gripping, state);
    const Vector difference = all_torques(loaded, state).tau - expected.tau;
    EXPECT_LE(static_cast<double>(difference.cwiseAbs().maxCoeff()),
              1e-13 * static_cast<double>(expected.scale))
        << "seed " << seed;
  }
}

TEST(Payload, OfZeroMassChangesNoBit) {
  const Robot robot = random_robot(1, {.joints = 5});
  const Robot same = with_payload(robot, 3, {0, {1, 2, 3}, Eigen::Matrix3d::Zero()});
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    EXPECT_EQ(same.links()[i].mass_properties.com, robot.links()[i].mass_properties.com);
    EXPECT_EQ(same.links()[i].mass_properties.inertia, robot.links()[i].mass_properties.inertia);
  }
}

TEST(Payload, OnOneLinkDoesNotChangeTheOthers) {
  const Robot robot = random_robot(2, {.joints = 4, .massless = 0});
  const Robot loaded = with_payload(robot, 2, {3, {0, 0, 0.1}, Eigen::Matrix3d::Identity()});
  EXPECT_EQ(loaded.links()[2].mass_properties.mass, robot.links()[2].mass_properties.mass + 3);
  for (const std::size_t i : {0u, 1u, 3u, 4u})
    EXPECT_EQ(loaded.links()[i].mass_properties.com, robot.links()[i].mass_properties.com);
}

}  // namespace
}  // namespace invdyn::test
