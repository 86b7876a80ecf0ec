// The recursion compared with virtual work, with numerically differentiated kinematics
// (support/virtual_work.h).

#include <gtest/gtest.h>

#include "robot/files/read.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

void expect_agreement(const Robot& robot, const State& state, const std::string& what) {
  const VirtualWork expected = all_torques(robot, state);
  const auto tau = torques(InverseDynamics(robot), state);
  for (Eigen::Index i = 0; i < tau.size(); ++i)
    EXPECT_NEAR(tau[i], static_cast<double>(expected.tau[i]), 1e-12 * static_cast<double>(expected.scale))
        << what << ", joint " << robot.moving_joint(static_cast<std::size_t>(i)).name;
}

struct Family {
  std::string name;
  RandomRobotShape shape;
  int count;

  friend void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }
};

class RandomTrees : public testing::TestWithParam<Family> {};

TEST_P(RandomTrees, AgreeWithVirtualWork) {
  const Family& family = GetParam();
  for (int i = 0; i < family.count; ++i) {
    const auto seed = static_cast<unsigned long>(1000 + i);
    const Robot robot = random_robot(seed, family.shape);
    Random random(seed + 1);
    for (int sample = 0; sample < 3; ++sample)
      expect_agreement(robot, random_state(random, robot), "seed " + std::to_string(seed));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RandomTrees,
    testing::Values(Family{"one_joint", {.joints = 1, .prismatic = 0.5}, 40},
                    Family{"serial_revolute", {.joints = 6, .prismatic = 0, .fixed = 0, .branching = 0}, 20},
                    Family{"serial_prismatic", {.joints = 4, .prismatic = 1, .fixed = 0, .branching = 0}, 10},
                    Family{"serial_mixed", {.joints = 7, .prismatic = 0.4, .fixed = 0.2, .branching = 0}, 20},
                    Family{"branched", {.joints = 12, .branching = 0.5}, 15},
                    Family{"mostly_fixed", {.joints = 10, .fixed = 0.7}, 20},
                    Family{"right_angles", {.joints = 9, .branching = 0.4, .right_angles = true}, 20},
                    Family{"long_tree", {.joints = 24, .branching = 0.3}, 3}),
    [](const auto& family) { return family.param.name; });

TEST(ShippedRobots, AgreeWithVirtualWork) {
  Random random(7);
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, [](const std::string&) {}).with_floating_base(false);
    for (int sample = 0; sample < 5; ++sample)
      expect_agreement(robot, random_state(random, robot), robot.name());
  }
}

// The difference between double and extended precision of the same template is rounding.
TEST(ExtendedPrecision, DiffersOnlyByRounding) {
  for (unsigned long seed = 1; seed <= 50; ++seed) {
    const Robot robot = random_robot(seed, {.joints = 10});
    Random random(seed);
    const State state = random_state(random, robot);
    const InverseDynamics dynamics(robot);
    const auto exact = torques<long double>(dynamics, state);
    // The state is exact: random_state() draws doubles.
    const Eigen::VectorXd difference = torques(dynamics, state) - exact.cast<double>();
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-13 * static_cast<double>(exact.cwiseAbs().maxCoeff()))
        << "seed " << seed;
  }
}

}  // namespace
}  // namespace invdyn::test
