// From simulated logs back to the parameters of the robot that made them.

#include "answers/identification/identification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/identification/parameter_choice.h"
#include "answers/identification/simulated_log.h"
#include "robot/model/principal_moments.h"

namespace invdyn::test {
namespace {

// 600 rows: 7 N m all the time, and 3 N m half of the time. Of the first, only rounding varies.
TEST(Explained, IsUnknownOfATorqueThatNeverChanges) {
  JointEquations constant, changing;
  constant.weight = changing.weight = 600;
  constant.sum = 600 * 7;
  constant.squares = 600 * 49 + 1e-11;
  changing.sum = 300 * 3;
  changing.squares = 300 * 9;
  const Eigen::VectorXd shares = explained({constant, changing}, Eigen::Vector2d(1, 135));
  EXPECT_EQ(shares[0], -HUGE_VAL);
  EXPECT_DOUBLE_EQ(shares[1], 1 - 135 / (600 * 2.25));
  EXPECT_EQ(mean_share(shares), shares[1]);
  EXPECT_TRUE(std::isnan(mean_share(shares.head(1))));
}

constexpr FitChoice all{.friction = true, .offset = true, .rotor = true, .links = true};
constexpr FitChoice friction{.friction = true, .offset = true};

Identification identified(const Robot& known, const SimulatedLog& log, const FitChoice& choice) {
  const Regressor regressor(known);
  Evidence evidence(regressor, fit_columns(known, regressor, choice).columns, {});
  collect(evidence, log, known);
  return identify(known, regressor, evidence.equations(), nullptr, choice, "log.csv");
}

// Of odd seeds with springs, which are no unknowns: the fit takes their torques as known; and with gravity
// compensation, whose forces grow with the fitted masses.
Robot tree(unsigned long seed) {
  const Robot robot =
      random_robot(seed, {.joints = 2 + seed % 5, .fixed = 0.1, .massless = 0, .drives = false});
  if (seed % 2 == 0) return robot;
  Random random(seed);
  std::vector<Drive> drives;
  for (const Joint& joint : robot.joints()) {
    drives.push_back(joint.drive);
    drives.back().spring = {random.uniform(1, 20), random.uniform(-1, 1)};
  }
  return robot.with_drives(drives).with_gravity_compensations(
      std::vector<double>(robot.links().size(), random.uniform(0.1, 0.9)));
}

// The base parameters of random trees, from rows without noise, to 1e-8 of their length, each in the unit of
// its effect: those of the fit, and those of the robot that is written.
TEST(Identification, FindsTheBaseParametersOfRandomTrees) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known = tree(seed);
    if (known.dof() == 0) continue;
    const Robot truth = perturbed(random, known);
    const SimulatedLog log = SimulatedLog::of_random_rows(random, truth, 600);
    const Identification result = identified(known, log, all);
    ASSERT_EQ(result.chosen + 1, result.ladder.size());

    const Regressor regressor(known), of_truth(truth), of_written(result.possible->robot);
    const Rung& rung = result.ladder.back();
    Eigen::VectorXd expected(rung.fit.unknowns.size()), found(expected), written(expected), size(expected);
    for (Eigen::Index k = 0; k < expected.size(); ++k) {
      const FitColumn& column = rung.model.values[static_cast<std::size_t>(k)];
      const auto value_of = [&](const Regressor& robot) {
        double value = 0;
        for (const auto& [parameter, factor] : column.combination)
          value += factor * robot.values()[parameter];
        return column.name.starts_with("coulomb_") ? value / 2 : value;  // the mean of both directions
      };
      expected[k] = value_of(of_truth);
      written[k] = value_of(of_written);
      found[k] = column.value + rung.fit.unknowns[k];
      size[k] = (rung.fit.weighted.leftCols(rung.model.basis.rows()) * rung.model.basis.col(k)).norm();
    }
    const double max_error = 1e-8 * expected.cwiseProduct(size).norm();
    EXPECT_LT((found - expected).cwiseProduct(size).norm(), max_error);
    EXPECT_LT((written - expected).cwiseProduct(size).norm(), max_error);
  }
}

// The robot that is written predicts the torques without noise better than the noise, on motions, and also if
// its file has friction of motors, rotors and dry friction that differs by direction.
TEST(Identification, WritesARobotThatPredicts) {
  for (unsigned long seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known =
        random_robot(seed, {.joints = 2 + seed % 4, .fixed = 0, .massless = 0.2, .drives = seed % 2 == 0});
    const Robot truth = perturbed(random, known);
    SimulatedLog log(random, truth, 800);
    const Eigen::ArrayXXd torque = log.block.measured;
    constexpr double noise = 1e-4;
    log.add_noise(random, noise);
    const Identification result = identified(known, log, all);
    log.fill(result.possible->robot);
    for (Eigen::Index j = 0; j < torque.cols(); ++j)
      EXPECT_LT((log.block.tau.col(j) - torque.col(j)).matrix().norm(), noise * std::sqrt(800)) << j;
  }
}

// Friction and offsets, exactly symmetric ones and others.
TEST(Identification, FindsFriction) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known = tree(seed);
    if (known.dof() == 0) continue;
    std::vector<Drive> drives;
    for (const Joint& joint : known.joints()) {
      drives.push_back(joint.drive);
      drives.back().joint = {random.uniform(0.1, 2), random.uniform(0.1, 2), -random.uniform(0.1, 2)};
    }
    const Robot truth = known.with_drives(drives);
    const SimulatedLog log(random, truth, 500);
    const Identification result = identified(known, log, {.friction = true});
    ASSERT_EQ(result.chosen, 1u);
    for (std::size_t j = 0; j < known.dof(); ++j) {
      const Drive &found = result.possible->robot.moving_joint(j).drive,
                  &expected = truth.moving_joint(j).drive;
      EXPECT_NEAR(found.damping(), expected.damping(), 1e-10);
      EXPECT_NEAR(found.coulomb_positive(), expected.coulomb_positive(), 1e-10);
      EXPECT_NEAR(found.coulomb_negative(), expected.coulomb_negative(), 1e-10);
    }
  }
}

// Intervals of 200 logs, over all parameters: 95 % of them hold the true value. Noise of a row may depend on
// the row before, as in logs of real robots (0.77 to 0.93).
double coverage(double correlation) {
  double inside = 0, count = 0;
  const Robot known =
      random_robot(3, {.joints = 2, .prismatic = 0, .fixed = 0, .massless = 0, .drives = false});
  for (unsigned long seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    const Robot truth = perturbed(random, known);
    SimulatedLog log(random, truth, 1500);
    log.add_noise(random, 0.5, correlation);
    const Regressor regressor(known), of_truth(truth);
    Evidence evidence(regressor, fit_columns(known, regressor, all).columns, {});
    collect(evidence, log, known);
    const LogEquations& equations = evidence.equations();
    const Model model = ladder_of(equations.columns, known, regressor, all).back();
    const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
    const Uncertainty intervals = uncertainty(equations, model, fit);
    for (std::size_t k = 0; k < model.values.size(); ++k) {
      const FitColumn& column = model.values[k];
      double value = 0;
      for (const auto& [parameter, factor] : column.combination)
        value += factor * of_truth.values()[parameter];
      if (column.name.starts_with("coulomb_")) value /= 2;
      const auto at = static_cast<Eigen::Index>(k);
      inside += std::abs(column.value + fit.unknowns[at] - value) < intervals.half_width[at] ? 1 : 0;
      ++count;
    }
  }
  return inside / count;
}

TEST(Identification, HasIntervalsThatHoldTheTruthWithWhiteNoise) {
  const double share = coverage(0);
  EXPECT_GT(share, 0.92);
  EXPECT_LT(share, 0.98);
}

TEST(Identification, HasIntervalsThatHoldTheTruthWithSlowNoise) {
  const double share = coverage(0.9);
  EXPECT_GT(share, 0.92);
  EXPECT_LT(share, 0.98);
}

// Where links are right in the file, fitting them only follows the noise.
TEST(Identification, TakesMoreParametersOnlyIfTheyPredictBetter) {
  int right = 0;
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Robot known = tree(seed + 4);
    std::vector<Drive> drives;
    const Robot other = perturbed(random, known);
    for (const Joint& joint : other.joints()) drives.push_back(joint.drive);
    SimulatedLog log(random, known.with_drives(drives), 1000);
    log.add_noise(random, 1, 0.8);
    const Identification result = identified(known, log, all);
    right += result.chosen == 2 ? 1 : 0;  // friction and offset
  }
  EXPECT_GE(right, 17);
}

TEST(Identification, KeepsTheFileWhereNothingPredictsBetter) {
  Random random(8);
  const Robot known = tree(8);
  SimulatedLog log(random, known, 1000);
  log.add_noise(random, 1, 0.8);
  EXPECT_EQ(identified(known, log, friction).chosen, 0u);
}

// However noisy the log, bodies can exist and friction brakes.
TEST(Identification, GivesRobotsThatCanExist) {
  for (unsigned long seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known = tree(seed + 30);
    SimulatedLog log(random, perturbed(random, known), 800);
    log.add_noise(random, 20, 0.8);
    const Regressor regressor(known);
    Evidence evidence(regressor, fit_columns(known, regressor, all).columns, {});
    collect(evidence, log, known);
    std::vector<std::size_t> stretches(evidence.equations().stretches.size());
    for (std::size_t i = 0; i < stretches.size(); ++i) stretches[i] = i;
    const Model model = ladder_of(evidence.equations().columns, known, regressor, all).back();
    const ModelFit fit =
        LeastSquares(evidence.equations()).fit(joined(evidence.equations(), stretches), model);
    const Robot found = possible_robot(known, regressor, evidence.equations().columns, model, fit, all).robot;
    for (const Link& link : found.links()) {
      EXPECT_GE(link.mass_properties.mass, 0);
      EXPECT_TRUE(keep_triangle_inequality(principal_moments(link.mass_properties.inertia))) << link.name;
    }
    for (const Joint& joint : found.joints()) {
      EXPECT_GE(joint.drive.damping(), 0);
      EXPECT_GE(joint.drive.coulomb_positive(), 0);
      EXPECT_LE(joint.drive.coulomb_negative(), 0);
      EXPECT_GE(joint.drive.reflected_inertia(), 0);
    }
  }
}

// The robot that is written explains the log as well as the base parameters do.
TEST(Identification, LosesNothingWhereTheTruthCanExist) {
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known =
        random_robot(seed, {.joints = 2 + seed % 5, .fixed = 0, .massless = 0, .drives = false});
    SimulatedLog log(random, perturbed(random, known), 1000);
    log.add_noise(random, 0.1);
    const Identification result = identified(known, log, all);
    const Eigen::VectorXd best = result.ladder[result.chosen].explained;
    for (Eigen::Index j = 0; j < best.size(); ++j) EXPECT_GT(result.explained_after[j], best[j] - 0.001) << j;
  }
}

TEST(Identification, RefusesTooFewRowsAndTorquesThatNeverChange) {
  Random random(9);
  const Robot known = tree(3);
  const auto complaint = [&](const SimulatedLog& log) {
    try {
      identified(known, log, all);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const SimulatedLog log(random, known, 1000);
  EXPECT_THAT(complaint(SimulatedLog(random, known, 8)), testing::HasSubstr("expected at least"));
  SimulatedLog still = log;
  still.block.measured.setZero();
  EXPECT_THAT(complaint(still), testing::HasSubstr("never change"));
}

}  // namespace
}  // namespace invdyn::test
