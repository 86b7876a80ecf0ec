// The programs and solvers that invdyn is compared with give the same results.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <numeric>

#include "benchmark/rivals/kdl_robot.h"
#include "benchmark/robots.h"
#include "benchmark/trajectory.h"
#include "cli/run_program.h"
#include "dynamics/core/inverse_dynamics.h"
#include "robot/files/read.h"
#include "robot/mjcf/mjcf_writer.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::bench {
namespace {

constexpr double tolerance = 1e-9;  // relative to the maximum torque

double largest(const test::Table& table) {
  double result = 0;
  for (const auto& row : table.rows)
    for (std::size_t column = 1; column < row.size(); ++column)
      result = std::max(result, std::abs(row[column]));
  return result;
}

void expect_equal(const test::Table& ours, const test::Table& theirs) {
  EXPECT_EQ(ours.header, theirs.header);
  ASSERT_EQ(ours.rows.size(), 200u);
  ASSERT_EQ(theirs.rows.size(), ours.rows.size());
  for (std::size_t row = 0; row < ours.rows.size(); ++row)
    for (std::size_t column = 0; column < ours.rows[row].size(); ++column)
      ASSERT_NEAR(ours.rows[row][column], theirs.rows[row][column], tolerance * largest(ours))
          << "row " << row << ", column " << column;
}

class Rivals : public testing::TestWithParam<std::string> {};

// Rows are 50 ms apart: CSVReader rounds incorrectly, and at 1 ms second differences amplify this a million
// times.
TEST_P(Rivals, WriteTheSameTorques) {
  const test::Workplace here;
  std::string text = "t,q_joint1,q_joint2,q_joint3,q_joint4,q_joint5,q_joint6\n";
  test::Random random(1);
  for (int row = 0; row < 200; ++row) {
    text += std::to_string(0.05 * row + random.uniform(0, 0.01));
    for (int joint = 0; joint < 6; ++joint) text += ',' + std::to_string(random.uniform(-1, 1));
    text += '\n';
  }
  here.write("motion.csv", text);
  ASSERT_EQ(here.run("invdyn torque puma560 motion.csv -q -o ours.csv").code, 0);
  ASSERT_EQ(here.run(GetParam() + " puma560 motion.csv theirs.csv").code, 0);
  expect_equal(test::table_of(here.read("ours.csv")), test::table_of(here.read("theirs.csv")));
}

INSTANTIATE_TEST_SUITE_P(Programs, Rivals, testing::Values(INVDYN_RIVAL_CAREFUL, INVDYN_RIVAL_COMMON),
                         [](const auto& rival) { return rival.index == 0 ? "Careful" : "Common"; });

TEST(MujocoRival, WritesTheSameTorquesAndWrench) {
  const test::Workplace here;
  const auto nothing = [](const std::string&) {};
  here.write("robot.xml", mjcf_text(test::robot_of(random_floating_tree(29)), nothing));
  const Robot robot = read_robot(here / "robot.xml", nothing);  // with the joints in MuJoCo's order
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < robot.dof(); ++j) joints.push_back(robot.moving_joint(j).name);
  std::string text = trajectory_header(joints, true);
  for (std::size_t row = 0; row < 200; ++row) append_trajectory_row(text, 10 * row, joints.size(), true);
  here.write("motion.csv", text);
  ASSERT_EQ(here.run("invdyn torque robot.xml motion.csv -q -o ours.csv").code, 0);
  ASSERT_EQ(here.run(INVDYN_RIVAL_MUJOCO " robot.xml motion.csv theirs.csv").code, 0);
  expect_equal(test::table_of(here.read("ours.csv")), test::table_of(here.read("theirs.csv")));
}

// Torques by one of KDL's solvers, in the robot's order of joints.
template <class Solver, class KdlRobot, class Wrenches>
test::Vector solved(const KdlRobot& robot, const std::vector<std::size_t>& dof_of, const Wrenches& wrenches,
                    const test::State& state) {
  const auto n = static_cast<unsigned>(dof_of.size());
  KDL::JntArray q(n), dq(n), ddq(n), tau(n);
  for (unsigned j = 0; j < n; ++j) {
    const auto dof = static_cast<Eigen::Index>(dof_of[j]);
    q(j) = static_cast<double>(state.q[dof]);
    dq(j) = static_cast<double>(state.dq[dof]);
    ddq(j) = static_cast<double>(state.ddq[dof]);
  }
  Solver solver(robot.structure, robot.gravity);
  EXPECT_EQ(solver.CartToJnt(q, dq, ddq, wrenches, tau), 0);
  test::Vector result(n);
  for (unsigned j = 0; j < n; ++j) result[static_cast<Eigen::Index>(dof_of[j])] = tau(j);
  return result;
}

void expect_ours(const Robot& robot, const test::State& state, const test::Vector& theirs) {
  const InverseDynamics dynamics(robot, {.friction = false});
  const Eigen::VectorXd ours = test::torques(dynamics, state), difference = ours - theirs.cast<double>();
  EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), tolerance * ours.lpNorm<Eigen::Infinity>());
}

TEST(KdlSolvers, OfChainsComputeTheSame) {
  test::Random random(3);
  for (const std::size_t joints : {1u, 6u, 50u}) {
    const Robot robot =
        test::robot_of(test::random_description(random, {.joints = joints, .branching = 0, .massless = 0}));
    const test::State state = test::random_state(random, robot);
    std::vector<std::size_t> same_order(robot.dof());
    std::iota(same_order.begin(), same_order.end(), std::size_t{0});
    expect_ours(robot, state,
                solved<KDL::ChainIdSolver_RNE>(kdl_chain(robot), same_order,
                                               KDL::Wrenches(robot.dof(), KDL::Wrench::Zero()), state));
  }
}

TEST(KdlSolvers, OfTreesComputeTheSame) {
  test::Random random(4);
  for (const std::size_t joints : {2u, 6u, 30u}) {
    const Robot robot = test::robot_of(test::random_description(random, {.joints = joints, .massless = 0}));
    const test::State state = test::random_state(random, robot);
    const KdlTree tree = kdl_tree(robot);
    expect_ours(robot, state, solved<KDL::TreeIdSolver_RNE>(tree, tree.dof_of, KDL::WrenchMap(), state));
  }
}

// The robots of the benchmarks are the same in the files that programs read and in memory.
TEST(Robots, AreTheSameInFiles) {
  test::Random random(5);
  const test::TemporaryFolder folder;
  for (const RobotDescription& description : {random_chain(6), random_tree(30)}) {
    const Robot robot = test::robot_of(description);
    const Robot read =
        read_robot(folder.write("robot.json", robot_json(description)), [](const std::string&) {});
    const test::State state = test::random_state(random, robot);
    expect_ours(read, state, test::torques(InverseDynamics(robot), state).cast<test::Real>());
  }
}

}  // namespace
}  // namespace invdyn::bench
