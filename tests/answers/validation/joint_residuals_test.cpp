#include "answers/validation/joint_residuals.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/random_robot.h"

namespace invdyn::test {
namespace {

// tau = passed + load |passed| sign(dq) + the rest of friction; passed = of links + spring, which has 4 * 0.5
// N m.
TEST(JointResiduals, TakesAllFrictionAndTheSpringFromTheTorqueOfLinks) {
  Drive drive;
  drive.joint = {1, 2, -2};
  drive.offset = 0.25;
  drive.load = 0.5;
  drive.curve = {3, 0.4};  // 3 * 0.3 / 0.5 N m at 0.3 rad/s
  drive.spring = {4, 0};
  const Robot robot = random_robot(1, {.joints = 1, .massless = 0}).with_drives(std::vector{drive});
  struct Row {
    double dq, tau, links;
  };
  for (const Row& row :
       {Row{0.3, 10 + 5 + 2 + 0.3 + 1.8 + 0.25, 8}, Row{-0.3, 10 - 5 - 2 - 0.3 - 1.8 + 0.25, 8},
        Row{0.3, -6 + 3 + 2 + 0.3 + 1.8 + 0.25, -8}, Row{0, 10 + 0.25, 8}}) {
    Block block(1, 1);
    block.hold_measured(true);
    block.rows = 1;
    block.t[0] = block.ddq(0, 0) = 0;
    block.q(0, 0) = 0.5;
    block.dq(0, 0) = row.dq;
    block.tau(0, 0) = block.measured(0, 0) = row.tau;
    JointResiduals residuals(robot, {});
    residuals.take(block);
    EXPECT_NEAR(residuals.joints()[0].sums.mean(JointResiduals::links), row.links, 1e-14) << row.dq;
  }
}

}  // namespace
}  // namespace invdyn::test
