// The robot that can exist, from equations of a log.

#include "answers/identification/possible_robot.h"

#include <gtest/gtest.h>

#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

// The first joint rests, so the log tells nothing of its friction, which stays at its bound 0. The second one
// has a dry friction that drives the motion, which cannot be: of the fit with a dry friction of 0, only
// damping is left, sum(dq residual) / sum(dq^2).
TEST(PossibleRobot, KeepsBoundsWithAJointAtRest) {
  Random random(1);
  const Robot robot =
      random_robot(1, {.joints = 2, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
  ASSERT_EQ(robot.dof(), 2u);
  SimulatedLog log(random, robot, 400);
  log.block.dq.col(0).setZero();
  log.block.ddq.col(0).setZero();
  log.block.q.col(0).setConstant(0.5);
  log.measure(robot);
  const Eigen::ArrayXd dq = log.block.dq.col(1), residual = 2 * dq - 0.5 * dq.sign();
  log.block.measured.col(1) += residual;
  const double damping = (dq * residual).sum() / dq.square().sum();

  constexpr FitChoice choice{.friction = true};
  const Regressor regressor(robot);
  Evidence evidence(regressor, fit_columns(robot, regressor, choice).columns, {});
  collect(evidence, log, robot);
  const LogEquations& equations = evidence.equations();
  const Model model = ladder_of(equations.columns, robot, regressor, choice).back();
  const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
  const PossibleRobot found = possible_robot(robot, regressor, equations.columns, model, fit, choice);

  const Drive &resting = found.robot.moving_joint(0).drive, &moving = found.robot.moving_joint(1).drive;
  EXPECT_NEAR(resting.damping(), 0, 1e-6);
  EXPECT_NEAR(resting.coulomb_positive(), 0, 1e-6);
  EXPECT_NEAR(resting.coulomb_negative(), 0, 1e-6);
  EXPECT_NEAR(moving.damping(), damping, 1e-4);
  EXPECT_NEAR(moving.coulomb_positive(), 0, 1e-4);
  EXPECT_NEAR(moving.coulomb_negative(), 0, 1e-4);
}

}  // namespace
}  // namespace invdyn::test
