// The robot that can exist, from equations of a log.

#include "answers/identification/possible_robot.h"

#include <gtest/gtest.h>

#include "answers/identification/simulated_log.h"
#include "robot/files/check.h"

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

// In the file the links are rods, without a moment about their axis, or points. In truth they are points that
// are four times as heavy.
TEST(PossibleRobot, IsNotDenserThanMatter) {
  Random random(2);
  const Robot links = random_robot(2, {.joints = 3, .fixed = 0, .massless = 0, .drives = false});
  std::vector<MassProperties> in_file, in_truth;
  for (const Link& link : links.links()) {
    in_file.push_back(link.mass_properties);
    const double moment = in_file.size() % 2 == 0 ? 0.01 * link.mass_properties.mass : 0;
    in_file.back().inertia = Eigen::Vector3d(0, moment, moment).asDiagonal();
    in_truth.push_back(link.mass_properties);
    in_truth.back().mass *= 4;
    in_truth.back().inertia.setZero();
  }
  const Robot known = links.with_mass_properties(in_file);
  SimulatedLog log(random, links.with_mass_properties(in_truth), 600);
  log.add_noise(random, 0.1);

  constexpr FitChoice choice{.links = true};
  const Regressor regressor(known);
  Evidence evidence(regressor, fit_columns(known, regressor, choice).columns, {});
  collect(evidence, log, known);
  const LogEquations& equations = evidence.equations();
  const Model model = ladder_of(equations.columns, known, regressor, choice).back();
  const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
  const Robot found = possible_robot(known, regressor, equations.columns, model, fit, choice).robot;
  for (const Finding& finding : check_robot(found)) EXPECT_NE(finding.kind, "too_dense") << finding.place;
  for (std::size_t i = 0; i < found.links().size(); ++i)
    EXPECT_GE(found.links()[i].mass_properties.mass, 0.1 * in_file[i].mass);
}

}  // namespace
}  // namespace invdyn::test
