// Robots on a rotated or moving base.

#include <gmock/gmock.h>

#include "robot/model/link_poses.h"
#include "robot/model/rotation.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;

std::vector<double> plain(const Vector& column) {
  return {column.begin(), column.end()};
}

double largest(const Vector& column) {
  return static_cast<double>(column.cwiseAbs().maxCoeff());
}

Vector after_six(const Vector& column, const std::vector<double>& six) {
  Vector longer(column.size() + 6);
  for (Eigen::Index i = 0; i < 6; ++i) longer[i] = six[static_cast<std::size_t>(i)];
  longer.tail(column.size()) = column;
  return longer;
}

const std::vector<double> no_motion(6, 0);

TEST(MovingBase, HasSixNamedJoints) {
  const Robot robot = random_robot(1, {.joints = 3, .fixed = 0}), moving = robot.on_moving_base();
  std::vector<std::string> joints, links;
  for (const Joint& joint : moving.joints()) joints.push_back(joint.name);
  for (const Link& link : moving.links()) links.push_back(link.name);
  EXPECT_THAT(joints, ElementsAre("base x", "base y", "base z", "base yaw", "base pitch", "base roll", "j0",
                                  "j1", "j2"));
  EXPECT_THAT(links, ElementsAre("world", "on base x", "on base y", "on base z", "on base yaw",
                                 "on base pitch", "base", "l0", "l1", "l2"));
  EXPECT_EQ(moving.dof(), robot.dof() + 6);
  EXPECT_EQ(moving.gravity(), robot.gravity());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(moving.links()[i].mass_properties.mass, 0);
}

TEST(MovingBase, DoesNotMoveTheRobotAtRest) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 5}), moving = robot.on_moving_base();
    Random random(seed);
    const State state = random_state(random, robot);
    const auto before = link_poses(robot, plain(state.q)),
               after = link_poses(moving, plain(after_six(state.q, no_motion)));
    ASSERT_EQ(after.size(), before.size() + 6);
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_LE((after[i + 6].matrix() - before[i].matrix()).cwiseAbs().maxCoeff(), 1e-14);
    const State resting{after_six(state.q, no_motion), after_six(state.dq, no_motion),
                        after_six(state.ddq, no_motion)};
    const VirtualWork expected = links_torques(robot, state, robot.gravity());
    const Vector difference =
        links_torques(moving, resting, robot.gravity()).tau.tail(expected.tau.size()) - expected.tau;
    EXPECT_LE(largest(difference), 1e-13 * static_cast<double>(expected.scale));
  }
}

TEST(MovingBase, MovesInTheWorldAndRotatesAboutTheBasesOrigin) {
  const Robot robot = random_robot(3, {.joints = 3}), moving = robot.on_moving_base();
  Random random(3);
  const State state = random_state(random, robot);
  const auto before = link_poses(robot, plain(state.q));
  const auto after = link_poses(moving, plain(after_six(state.q, {1, 2, 3, 0.4, 0.5, 0.6})));
  const Eigen::Vector3d origin = robot.T_world_base().translation();
  const Eigen::Isometry3d motion = Eigen::Translation3d(origin + Eigen::Vector3d(1, 2, 3)) *
                                   Eigen::Isometry3d(rotation_rpy({0.6, 0.5, 0.4})) *
                                   Eigen::Translation3d(-origin);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_LE((after[i + 6].matrix() - (motion * before[i]).matrix()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(MovingBase, AcceleratingUpwardsActsAsMoreGravity) {
  // Einstein's lift: an acceleration a of the base acts like gravity of g - a.
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 5}), moving = robot.on_moving_base();
    Random random(seed);
    const State state = random_state(random, robot);
    const Eigen::Vector3d a = random.vector(10);
    const State lifted{after_six(state.q, no_motion), after_six(state.dq, no_motion),
                       after_six(state.ddq, {a.x(), a.y(), a.z(), 0, 0, 0})};
    const VirtualWork expected = links_torques(robot, state, robot.gravity() - a);
    const VirtualWork found = links_torques(moving, lifted, robot.gravity());
    EXPECT_LE(largest(found.tau.tail(expected.tau.size()) - expected.tau),
              1e-12 * static_cast<double>(found.scale));
  }
}

TEST(MovingBase, KeepsMimicRelations) {
  Random random(2);
  RobotDescription description = random_description(random, {.joints = 3, .prismatic = 0, .fixed = 0});
  description.joints[1].joint.mimic = Mimic{.multiplier = 2, .offset = 0.5};
  description.joints[1].mimicked = "j2";
  const Robot moving = robot_of(description).on_moving_base();
  EXPECT_EQ(moving.joints()[7].mimic->joint, 8u);
  EXPECT_EQ(moving.dof(), 8u);
}

TEST(BaseRotation, RotatesTheRobotAboutItsBasesOrigin) {
  const Robot robot = random_robot(4, {.joints = 4});
  Random random(4);
  const Eigen::Matrix3d R = random.rotation();
  const Robot turned = robot.with_base_rotation(R);
  EXPECT_EQ(turned.T_world_base().linear(), R);
  EXPECT_EQ(turned.T_world_base().translation(), robot.T_world_base().translation());
  // Rotated with its base, the robot sees gravity rotated in the opposite direction.
  const State state = random_state(random, robot);
  const Eigen::Vector3d g = robot.T_world_base().linear() * R.transpose() * robot.gravity();
  const VirtualWork expected = links_torques(robot, state, g);
  EXPECT_LE(largest(links_torques(turned, state, robot.gravity()).tau - expected.tau),
            1e-13 * static_cast<double>(expected.scale));
}

}  // namespace
}  // namespace invdyn::test
