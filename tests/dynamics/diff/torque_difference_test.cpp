// The difference of torques is that of two computations of the torques.

#include "dynamics/diff/torque_difference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/diff/written_otherwise.h"
#include "support/random_robot.h"
#include "support/torques.h"

namespace invdyn::test {
namespace {

constexpr std::size_t rows = 50;

Block random_block(const Robot& robot, unsigned long seed) {
  Random random(seed);
  Block block(robot.dof(), rows);
  block.rows = rows;
  for (Eigen::Index row = 0; row < static_cast<Eigen::Index>(rows); ++row) {
    const State state = random_state(random, robot);
    block.t[row] = 0.01 * static_cast<double>(row);
    block.q.row(row) = state.q.cast<double>().transpose();
    block.dq.row(row) = state.dq.cast<double>().transpose();
    block.ddq.row(row) = state.ddq.cast<double>().transpose();
  }
  const TrajectoryTorques dynamics(robot);
  TrajectoryTorques::Workspace workspace(dynamics);
  dynamics.fill_torques(block, workspace);
  return block;
}

TorqueDifference difference_of(const Robot& a, const Robot& b, const Block& block, bool same_motion = false) {
  const JointPairs joints = pair_joints(a, b);
  TorqueDifference difference(
      a, b, joints, same_motion ? differences(a, b, joints, {}).mappings : std::vector<JointMapping>{});
  difference.take(block);
  return difference;
}

RobotDescription robot_from(unsigned long seed) {
  Random random(seed);
  return random_description(random, {.joints = 6});
}

double largest_torque(const Block& block) {
  return block.tau.abs().maxCoeff();
}

TEST(TorqueDifference, IsThatOfTwoRuns) {
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const RobotDescription description = robot_from(seed);
    RobotDescription heavier = description;
    for (auto& entry : heavier.joints) entry.link.mass_properties.mass *= 1.1;
    const Robot a = robot_of(description), b = robot_of(heavier);
    const Block block = random_block(a, seed);
    const InverseDynamics of_a(a), of_b(b);
    Eigen::ArrayXXd tau_a(rows, a.dof()), tau_b(rows, a.dof());
    for (Eigen::Index row = 0; row < tau_a.rows(); ++row) {
      const State state{block.q.row(row).transpose().cast<long double>(),
                        block.dq.row(row).transpose().cast<long double>(),
                        block.ddq.row(row).transpose().cast<long double>()};
      tau_a.row(row) = torques(of_a, state).transpose();
      tau_b.row(row) = torques(of_b, state).transpose();
    }
    const TorqueDifference difference = difference_of(a, b, block);
    EXPECT_EQ(difference.rows(), rows);
    const double rounding = 1e-11 * largest_torque(block);
    const auto values = difference.joints();
    for (std::size_t j = 0; j < values.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const Eigen::ArrayXd between = (tau_b.col(column) - tau_a.col(column)).abs();
      Eigen::Index at = 0;
      EXPECT_NEAR(values[j].largest, between.maxCoeff(&at), rounding);
      if (between[at] > 1e3 * rounding) {
        EXPECT_EQ(values[j].t, block.t[at]);
      }
      EXPECT_NEAR(values[j].rms, std::sqrt(between.square().mean()), rounding);
      EXPECT_NEAR(values[j].peak_a, tau_a.col(column).abs().maxCoeff(), rounding);
      EXPECT_NEAR(values[j].peak_b, tau_b.col(column).abs().maxCoeff(), rounding);
      EXPECT_EQ(values[j].joint, a.moving_joints()[j]);
    }
  }
}

TEST(TorqueDifference, IsRoundingForTheSameRobot) {
  for (unsigned long seed = 0; seed < 20; ++seed) {
    const RobotDescription description = robot_from(seed);
    Random random(seed + 1000);
    const Robot a = robot_of(description),
                b = robot_of(in_other_order(with_other_frames(with_halved_links(description, random), random),
                                            random));
    const Block block = random_block(a, seed);
    for (const auto& joint : difference_of(a, b, block).joints())
      EXPECT_LT(joint.largest, 1e-10 * largest_torque(block)) << "seed " << seed;
  }
}

// Other zeros and directions matter to the same numbers, not to the same motion.
TEST(TorqueDifference, OfTheSameMotionLeavesZerosAndDirectionsOut) {
  for (unsigned long seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RobotDescription description =
        random_description(random, {.joints = 6, .fixed = 0, .massless = 0, .drives = false});
    RobotDescription other = description;
    for (auto& entry : other.joints) {
      Joint& joint = entry.joint;
      const Eigen::Vector3d axis = joint.axis.normalized();
      if (joint.is_revolute())
        joint.T_parent_joint.rotate(Eigen::AngleAxisd(random.uniform(-3, 3), axis));
      else
        joint.T_parent_joint.translate(random.uniform(-0.3, 0.3) * axis);
      if (random.chance(0.5)) joint.axis = -axis;
    }
    const Robot a = robot_of(description), b = robot_of(other);
    const Block block = random_block(a, seed);
    double largest = 0, as_it_is = 0;
    for (const auto& joint : difference_of(a, b, block, true).joints())
      largest = std::max(largest, joint.largest);
    for (const auto& joint : difference_of(a, b, block).joints())
      as_it_is = std::max(as_it_is, joint.largest);
    EXPECT_LT(largest, 1e-9 * largest_torque(block)) << "seed " << seed;
    EXPECT_GT(as_it_is, 1e-3 * largest_torque(block)) << "seed " << seed;
  }
}

TEST(TorqueDifference, HoldsJointsWithoutPartners) {
  Random random(2);
  const RobotDescription description = random_description(random, {.joints = 5, .fixed = 0, .massless = 0});
  RobotDescription fixed = description;
  fixed.joints[4].joint.type = JointType::fixed;
  const Robot a = robot_of(description), b = robot_of(fixed);
  const Block block = random_block(b, 1);
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)})
    for (const auto& joint : difference_of(first, second, block).joints())
      EXPECT_LT(joint.largest, 1e-11 * largest_torque(block));
}

// A joint with almost no torque has the rounding of the others.
// A torque of 1e200 N m has no square.
TEST(TorqueDifference, HasAnRmsOfLargeTorques) {
  const RobotDescription description = robot_from(4);
  RobotDescription far = description;
  far.joints.back().link.mass_properties = {1, {1e100, 0, 0}, Eigen::Matrix3d::Zero()};
  const Robot a = robot_of(description), b = robot_of(far);
  bool is_large = false;
  for (const auto& value : difference_of(a, b, random_block(a, 4)).joints()) {
    is_large |= value.largest > 1e160;
    EXPECT_TRUE(std::isfinite(value.rms));
    EXPECT_LE(value.rms, value.largest);
    EXPECT_GE(value.rms, value.largest / std::sqrt(rows) * (1 - 1e-12));
  }
  EXPECT_TRUE(is_large);
}

TEST(TorqueDifference, IsRelativeToThePeak) {
  const RobotDescription description = robot_from(1);
  RobotDescription heavier = description;
  for (auto& entry : heavier.joints) {
    entry.link.mass_properties.mass *= 2;
    entry.link.mass_properties.inertia *= 2;
    entry.joint.drive = {};
  }
  RobotDescription light = description;
  for (auto& entry : light.joints) entry.joint.drive = {};
  const Robot a = robot_of(light), b = robot_of(heavier);
  const Block block = random_block(a, 1);
  for (const auto& joint : difference_of(a, b, block).joints())  // twice the mass is twice the torque
    if (joint.peak_a > 1e-2 * largest_torque(block)) {
      EXPECT_NEAR(joint.relative, 1, 1e-9);
    }
}

}  // namespace
}  // namespace invdyn::test
