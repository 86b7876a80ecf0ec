// A locked joint is equivalent to a fixed joint and to a joint at rest: the torques of the others are equal.

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "robot/files/documents.h"
#include "robot/model/link_poses.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double pi = std::numbers::pi;

double largest(const Eigen::VectorXd& column) {
  return column.cwiseAbs().maxCoeff();
}

// The elements of the moving joints that are not locked.
Vector of_free_joints(const Vector& column, const std::vector<bool>& locked) {
  std::vector<Real> kept;
  for (std::size_t i = 0; i < locked.size(); ++i)
    if (!locked[i]) kept.push_back(column[static_cast<Eigen::Index>(i)]);
  return Eigen::Map<Vector>(kept.data(), static_cast<Eigen::Index>(kept.size()));
}

State of_free_joints(const State& state, const std::vector<bool>& locked) {
  return {of_free_joints(state.q, locked), of_free_joints(state.dq, locked),
          of_free_joints(state.ddq, locked)};
}

struct Locked {
  Robot robot;
  State state;               // state of the original robot, with locked joints at rest
  std::vector<bool> locked;  // by index into q
};

// About half of the joints of a robot, but never all, at random positions.
Locked lock_some(const Robot& robot, unsigned long seed) {
  Random random(seed);
  State state = random_state(random, robot);
  std::vector<bool> locked(robot.dof(), false);
  std::vector<JointLock> locks;
  const std::size_t free = random.below(robot.dof());
  for (std::size_t i = 0; i < robot.dof(); ++i) {
    locked[i] = i != free && random.chance(0.5);
    if (!locked[i]) continue;
    const auto at = static_cast<Eigen::Index>(i);
    state.q[at] = static_cast<double>(state.q[at]);
    state.dq[at] = state.ddq[at] = 0;
    locks.push_back({robot.moving_joints()[i], static_cast<double>(state.q[at])});
  }
  return {robot.with_locked_joints(locks), state, locked};
}

TEST(LockedJoints, HaveThePosesOfTheirPositions) {
  for (unsigned long seed = 1; seed <= 30; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 2 + seed % 9});
    const Locked locked = lock_some(robot, seed);
    const auto plain = [](const Vector& column) {
      return std::vector<double>(column.data(), column.data() + column.size());
    };
    const auto before = link_poses(robot, plain(locked.state.q));
    const auto after = link_poses(locked.robot, plain(of_free_joints(locked.state, locked.locked).q));
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_LT((after[i].matrix() - before[i].matrix()).cwiseAbs().maxCoeff(), 1e-14)
          << "seed " << seed << ", link " << i;
  }
}

TEST(LockedJoints, EqualJointsAtRest) {
  for (unsigned long seed = 1; seed <= 50; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 2 + seed % 9});
    const Locked locked = lock_some(robot, seed);
    const Vector all = torques(InverseDynamics(robot), locked.state).cast<Real>();
    const Eigen::VectorXd expected = of_free_joints(all, locked.locked).cast<double>();
    const Eigen::VectorXd tau =
        torques(InverseDynamics(locked.robot), of_free_joints(locked.state, locked.locked));
    ASSERT_EQ(tau.size(), expected.size());
    EXPECT_LT(largest(tau - expected), 1e-12 * largest(all.cast<double>())) << "seed " << seed;
  }
}

// The elbow at 30 degrees: equal to a file with a fixed joint there.
TEST(LockedJoints, EqualAFixedJointInTheFile) {
  nlohmann::json document = with(tree_document(), "/joints/1/origin", R"({"xyz": [1, 0, 0]})");
  document = with(document, "/angles", "\"degrees\"");
  const JointLock lock{1, pi / 6};
  const Robot locked = read_silently(document).with_locked_joints({&lock, 1});

  document = with(document, "/joints/1/type", "\"fixed\"");
  document = with(document, "/joints/1/origin", R"({"xyz": [1, 0, 0], "rpy": [0, -30, 0]})");
  const Robot fixed = read_silently(without(document, "/joints/1/axis"));

  ASSERT_EQ(locked.dof(), 1u);
  for (const double q : {0.0, 0.7, -2.0}) {
    const State state = state_of({q}, {0.5}, {-3});
    const double tau = torques(InverseDynamics(locked), state)[0];
    EXPECT_NEAR(tau, torques(InverseDynamics(fixed), state)[0], 1e-14 * std::abs(tau));
  }
}

// A point mass of 3 kg, held at 2 m by a prismatic joint: tau = 3 g 2.
TEST(LockedJoints, MayBePrismatic) {
  const Robot robot = read_silently(nlohmann::json::parse(R"({
    "name": "crane", "convention": "tree",
    "joints": [
      { "name": "boom", "type": "revolute", "parent": "base", "axis": [0, -1, 0],
        "link": { "name": "boom", "mass": 0 } },
      { "name": "trolley", "type": "prismatic", "parent": "boom", "axis": [1, 0, 0],
        "link": { "name": "load", "mass": 3, "com": [0, 0, 0], "inertia": { "ixx": 0, "iyy": 0, "izz": 0 } } }
    ]
  })"));
  const JointLock lock{1, 2};
  const InverseDynamics dynamics(robot.with_locked_joints({&lock, 1}));
  EXPECT_NEAR(torques(dynamics, state_of({0}, {0}, {0}))[0], 6 * standard_gravity, 1e-13);
}

TEST(LockedJoints, LeaveOnlyTheMovingJoints) {
  const Robot robot = read_silently(chain_document("dh"));
  const JointLock lock{0, 0.3};
  const Robot locked = robot.with_locked_joints({&lock, 1});
  EXPECT_THAT(robot.moving_joints(), ElementsAre(0, 1));
  EXPECT_THAT(locked.moving_joints(), ElementsAre(1));
  EXPECT_EQ(locked.parents_first(), robot.parents_first());
  EXPECT_EQ(locked.links().size(), 4u);
  EXPECT_EQ(locked.joints()[0].name, "turn");
  EXPECT_FALSE(locked.joints()[0].moves());
}

TEST(LockedJoints, MayBeNoneOrAll) {
  const Robot robot = read_silently(tree_document());
  EXPECT_EQ(robot.with_locked_joints({}).dof(), 2u);
  const std::vector<JointLock> all{{1, 0}, {0, 1}};
  const Robot rigid = robot.with_locked_joints(all);
  EXPECT_THAT(rigid.moving_joints(), IsEmpty());
  EXPECT_EQ(link_poses(rigid, {}).size(), 3u);
}

}  // namespace
}  // namespace invdyn::test
