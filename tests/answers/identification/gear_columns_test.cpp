// Friction that depends on the load, and friction curves, from simulated logs back to the drives.

#include "answers/identification/gear_columns.h"

#include <gtest/gtest.h>

#include "answers/identification/identification.h"
#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

Robot with_gears(const Robot& robot, double load, const FrictionCurve& curve) {
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    drives.push_back(joint.drive);
    drives.back().load = load;
    drives.back().curve = curve;
  }
  return robot.with_drives(drives);
}

// As `identify` does it, with all parts of all joints: once with the file's links, then with the estimated
// ones.
PossibleRobot identified_gears(const Robot& known, const SimulatedLog& log, const FitChoice& choice) {
  const Regressor regressor(known);
  std::vector<Drive> drives;
  for (std::size_t j = 0; j < known.dof(); ++j) drives.push_back(known.moving_joint(j).drive);
  Evidence first(regressor, fit_columns(known, regressor, choice).columns, {}, {}, {}, drives);
  collect(first, log, known);
  keep_best_curves(first.equations());
  std::optional<LinkValues> links;
  if (choice.links) links = estimated_links(known, regressor, first.equations(), choice, {});
  Evidence second(regressor, first.equations().columns, {}, {}, links, drives);
  collect(second, log, known);
  const LogEquations& equations = second.equations();
  const Model model = ladder_of(equations.columns, known, regressor, choice).back();
  const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
  return possible_robot(known, regressor, equations.columns, model, fit, choice);
}

const Drive& drive_of(const PossibleRobot& result, std::size_t joint) {
  return result.robot.moving_joint(joint).drive;
}

constexpr FitChoice gears{.friction = true, .curve = true, .load = true};

// Rows above some speed do not tell dry friction from a curve that bends below it.
TEST(GearColumns, HaveNoCurveBelowTheSlowestRows) {
  Random random(3);
  const Robot known = with_gears(random_robot(5, {.joints = 2, .fixed = 0, .massless = 0}), 0, {1, 0.03});
  const SimulatedLog log = SimulatedLog::of_random_rows(random, known, 400);
  const Robot plain = with_gears(known, 0, {});
  const Regressor regressor(plain);
  for (const double slowest : {0.0, 0.05, 2.0}) {
    Evidence evidence(regressor, fit_columns(plain, regressor, gears).columns, {});
    collect(evidence, log, plain);
    keep_best_curves(evidence.equations(), {slowest, slowest});
    std::vector<double> speeds;
    for (const FitColumn& column : evidence.equations().columns)
      if (column.part == FitPart::curve) speeds.push_back(column.curve_speed);
    const std::vector<double> expected = slowest == 0      ? std::vector<double>(2, 0.03)
                                         : slowest == 0.05 ? std::vector<double>(2, 0.1)
                                                           : std::vector<double>();
    EXPECT_EQ(speeds, expected) << slowest;
  }
}

// Of known links without noise, exactly, also where the file has other values.
TEST(GearColumns, FindLoadAndCurveOfKnownLinks) {
  for (const double file_load : {0.0, 0.3}) {
    for (const FrictionCurve curve : {FrictionCurve{5, 0.1}, FrictionCurve{-0.05, 0.3}}) {
      Random random(3);
      const Robot known =
          with_gears(random_robot(5, {.joints = 4, .fixed = 0, .massless = 0}), file_load, {});
      std::vector<Drive> drives;
      for (const Joint& joint : known.joints()) {
        drives.push_back(joint.drive);
        drives.back().joint.coulomb_positive += 1;
        drives.back().joint.coulomb_negative -= 2;
        drives.back().load = 0.125;
        drives.back().curve = curve;
      }
      const SimulatedLog log = SimulatedLog::of_random_rows(random, known.with_drives(drives), 400);
      const PossibleRobot result = identified_gears(known, log, gears);
      for (std::size_t j = 0; j < known.dof(); ++j) {
        const Drive& drive = drive_of(result, j);
        EXPECT_NEAR(drive.load, 0.125, 1e-8);
        EXPECT_NEAR(drive.curve.torque, curve.torque, 1e-7);
        EXPECT_EQ(drive.curve.speed, curve.speed);
        EXPECT_NEAR(drive.coulomb_positive(), drives[known.moving_joints()[j]].coulomb_positive(), 1e-7);
      }
    }
  }
}

// A curve whose speed is not one of those that are tried: its torques are met within a tenth.
TEST(GearColumns, ComeNearACurveOfAnySpeed) {
  Random random(4);
  const Robot known = random_robot(6, {.joints = 3, .fixed = 0, .massless = 0});
  const FrictionCurve curve{6, 0.5};
  const SimulatedLog log = SimulatedLog::of_random_rows(random, with_gears(known, 0, curve), 400);
  const PossibleRobot result = identified_gears(known, log, gears);
  for (std::size_t j = 0; j < known.dof(); ++j) {
    const Drive &truth = known.moving_joint(j).drive, &drive = drive_of(result, j);
    for (const double v : {0.2, 0.7, 2.5}) {
      const auto torque = [v](const Drive& of, const FrictionCurve& c) {
        return of.damping() * v + of.coulomb_positive() + c.at(v);
      };
      EXPECT_NEAR(torque(drive, drive.curve), torque(truth, curve), 0.1 * curve.torque) << v;
    }
  }
}

// The best curve would take away more than the dry friction, so that friction would drive. The residuals that
// are stated are those of the robot that is written, with torques computed again.
TEST(GearColumns, TakeAwayAtMostTheDryFriction) {
  constexpr FitChoice friction{.friction = true, .curve = true};
  for (const FitChoice& choice : {friction, FitChoice{.friction = true, .offset = true, .curve = true}}) {
    Random random(7);
    const Robot known =
        random_robot(7, {.joints = 2, .prismatic = 0, .fixed = 0, .massless = 0, .drives = false});
    SimulatedLog log = SimulatedLog::of_random_rows(random, known, 400);
    const Eigen::ArrayXXd v = log.block.dq;
    log.block.measured += 0.5 * v.sign() + 1.2 * v - 1.9 * v / (v.square() + 1).sqrt();
    const Regressor regressor(known);
    Evidence evidence(regressor, fit_columns(known, regressor, choice).columns, {});
    collect(evidence, log, known);
    keep_best_curves(evidence.equations());
    const LogEquations& equations = evidence.equations();
    const Model model = ladder_of(equations.columns, known, regressor, choice).back();
    const LeastSquares solver(equations);
    const PossibleRobot found = possible_robot(known, regressor, equations.columns, model,
                                               solver.fit(joined(equations), model), choice);
    const Eigen::VectorXd stated = solver.squares(joined(equations), found.change);
    SimulatedLog written = log;
    written.measure(found.robot);
    for (std::size_t j = 0; j < known.dof(); ++j) {
      const Drive& drive = drive_of(found, j);
      const auto at = static_cast<Eigen::Index>(j);
      EXPECT_LT(drive.curve.torque, -0.03);
      EXPECT_GE(drive.curve.torque, -drive.coulomb_positive());
      EXPECT_GE(drive.curve.torque, drive.coulomb_negative());
      EXPECT_NEAR((written.block.measured - log.block.measured).col(at).square().sum(), stated[at],
                  1e-6 * log.block.measured.col(at).square().sum());
      const Eigen::ArrayXd file = log.block.tau.col(at) - log.block.measured.col(at);
      EXPECT_LT(stated[at], 0.1 * file.square().sum());
    }
  }
}

// With links that are wrong in the file by up to 40 %, and noise. The load's share is found within a tenth;
// friction that no joint has does not enter.
TEST(GearColumns, FindTheLoadTogetherWithTheLinks) {
  constexpr FitChoice all{
      .friction = true, .offset = true, .rotor = true, .links = true, .curve = true, .load = true};
  for (unsigned long seed = 2; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known =
        random_robot(seed, {.joints = 4, .prismatic = 0, .fixed = 0, .massless = 0, .drives = false});
    const Robot truth = perturbed(random, known);
    for (const double load : {0.1, 0.0}) {
      SimulatedLog log = SimulatedLog::of_random_rows(random, with_gears(truth, load, {}), 3000);
      log.add_noise(random, 0.05);
      const PossibleRobot result = identified_gears(known, log, all);
      for (std::size_t j = 0; j < known.dof(); ++j)
        EXPECT_NEAR(drive_of(result, j).load, load, 0.01) << known.moving_joint(j).name;
    }
  }
}

}  // namespace
}  // namespace invdyn::test
