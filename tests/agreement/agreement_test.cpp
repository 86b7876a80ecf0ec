// Every formulation compared with virtual work (support/virtual_work.h), an independent computation, or with
// the default formulation if virtual work is too slow. Tolerances are relative to the largest term of the
// sums.

#include <gtest/gtest.h>

#include <set>

#include "dynamics/core/formulation.h"
#include "ground/base/wording.h"
#include "robot/files/read.h"
#include "robot/kinematics/dh_chain.h"
#include "support/chains.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

using Methods = std::set<std::string>;

Methods all_but(const Methods& left_out) {
  Methods names;
  for (const Formulation& formulation : formulations())
    if (!left_out.contains(std::string(formulation.name))) names.emplace(formulation.name);
  return names;
}

const Methods for_trees{"khalil", "newton-euler", "choreonoid"};

// Compares all formulations with `expected`; returns the formulations that take the robot.
Methods expect_agreement(const Robot& robot, const State& state, const VirtualWork& expected,
                         DynamicsSettings settings, double tolerance, const std::string& what) {
  Methods took;
  for (const Formulation& formulation : formulations()) {
    settings.method = formulation.name;
    std::optional<InverseDynamics> dynamics;
    try {
      dynamics.emplace(robot, settings);
    } catch (const NotRepresentable&) {
      continue;
    }
    took.emplace(formulation.name);
    const Eigen::VectorXd tau = torques(*dynamics, state);
    for (Eigen::Index i = 0; i < tau.size(); ++i)
      EXPECT_NEAR(tau[i], static_cast<double>(expected.tau[i]),
                  tolerance * static_cast<double>(expected.scale))
          << formulation.name << ", " << what << ", joint "
          << robot.moving_joint(static_cast<std::size_t>(i)).name;
  }
  return took;
}

VirtualWork links_only_torques(const Robot& robot, const State& state) {
  return links_torques(robot, state, robot.gravity());
}

struct Family {
  std::string name;
  RobotDescription (*describe)(Random& random);
  int count;
  double tolerance;
  Methods methods;  ///< the methods that take all of its robots

  friend void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }
};

class Families : public testing::TestWithParam<Family> {};

TEST_P(Families, AgreeWithVirtualWork) {
  const Family& family = GetParam();
  for (int i = 0; i < family.count; ++i) {
    const auto seed = static_cast<unsigned long>(5000 + i);
    Random random(seed);
    const Robot robot = robot_of(family.describe(random));
    const State state = random_state(random, robot);
    const Methods took = expect_agreement(robot, state, links_only_torques(robot, state), links_only,
                                          family.tolerance, "seed " + std::to_string(seed));
    for (const std::string& method : family.methods)
      EXPECT_TRUE(took.contains(method)) << method << " refuses the robot of seed " << seed;
  }
}

RobotDescription serial(Random& random, std::size_t joints, double prismatic) {
  return random_description(random, {.joints = joints, .prismatic = prismatic, .branching = 0});
}

INSTANTIATE_TEST_SUITE_P(
    All, Families,
    testing::Values(
        Family{"one_joint", [](Random& random) { return serial(random, 1, 0.5); }, 20, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"serial_revolute", [](Random& random) { return serial(random, 6, 0); }, 15, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"serial_prismatic", [](Random& random) { return serial(random, 4, 1); }, 10, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"serial_mixed", [](Random& random) { return serial(random, 7, 0.4); }, 15, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"square_revolute", [](Random& random) { return square_chain(random, 7, 0); }, 20, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"square_mixed", [](Random& random) { return square_chain(random, 7, 0.4); }, 20, 1e-12,
               all_but({"sasaki-arrays"})},
        Family{"half_way", [](Random& random) { return half_way_chain(random, 6); }, 15, 1e-13, all_but({})},
        Family{"branched",
               [](Random& random) { return random_description(random, {.joints = 10, .branching = 0.5}); },
               10, 1e-12, for_trees}),
    [](const auto& family) { return family.param.name; });

TEST(ShippedRobots, AgreeWithVirtualWork) {
  Random random(11);
  for (const ShippedRobot& shipped : shipped_robots()) {
    const Robot robot = read_robot(shipped, [](const std::string&) {}).with_floating_base(false);
    const State state = random_state(random, robot);
    const Methods took =
        expect_agreement(robot, state, links_only_torques(robot, state), links_only, 1e-13, robot.name());
    EXPECT_GE(took.size(), for_trees.size()) << robot.name();
  }
}

// For nearly parallel axes, an additional axis between them keeps the common normal near.
TEST(NearlyParallelAxes, LoseNoDigits) {
  for (const double angle :
       {0.1, 0.051, 0.049, 1e-2, 1e-3, 1e-4, 3.7e-6, 1e-8, 1e-10, 1e-12, 1e-13, 1e-14, 3e-16})
    for (unsigned long seed = 1; seed <= 5; ++seed) {
      Random random(seed);
      const Robot robot = robot_of(nearly_parallel_chain(random, 5, angle));
      const State state = random_state(random, robot);
      const Methods took =
          expect_agreement(robot, state, links_only_torques(robot, state), links_only, 1e-12,
                           "axes " + six_digits(angle) + " rad apart, seed " + std::to_string(seed));
      for (const std::string& method : all_but({"sasaki-arrays"}))
        EXPECT_TRUE(took.contains(method)) << method;
    }
}

}  // namespace
}  // namespace invdyn::test
