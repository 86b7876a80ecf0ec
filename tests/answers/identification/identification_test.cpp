// From simulated logs back to the parameters of the robot that made them.

#include "answers/identification/identification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/identification/identification_tables.h"
#include "answers/identification/parameter_choice.h"
#include "answers/identification/payload_estimate.h"
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
  return identify(known, regressor, evidence.equations(), nullptr, choice, {}, "log.csv");
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
  for (unsigned long seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known = tree(seed);
    if (known.dof() == 0) continue;
    const Robot truth = perturbed(random, known);
    const SimulatedLog log = SimulatedLog::of_random_rows(random, truth, 600);
    const Identification result = identified(known, log, all);
    const Rung& rung = result.best();
    ASSERT_EQ(rung.model.parts.back(), FitPart::links);

    const Regressor regressor(known), of_truth(truth), of_written(rung.possible.robot);
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
  for (unsigned long seed = 1; seed <= 8; ++seed) {
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
    log.fill(result.best().possible.robot);
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
      const Drive &found = result.best().possible.robot.moving_joint(j).drive,
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

// Payloads of one log with links that are wrong by 20 % (standard deviation): 95 % of the intervals of the
// mass hold it.
TEST(Identification, TrustsLinksToAShare) {
  constexpr double share = 0.2, mass = 3;
  const Robot known =
      random_robot(3, {.joints = 3, .prismatic = 0, .fixed = 0, .massless = 0, .drives = false});
  const Regressor regressor(known);
  const FitChoice choice{.friction = true, .offset = true, .payload = known.dof() - 1};
  const LinkErrors errors = link_errors(known, regressor, share);
  std::vector<FitColumn> columns = fit_columns(known, regressor, choice).columns;
  columns.insert(columns.end(), errors.columns.begin(), errors.columns.end());
  int inside = 0;
  constexpr int logs = 60;
  for (unsigned long seed = 1; seed <= logs; ++seed) {
    Random random(seed);
    const MassProperties body{mass, random.vector(0.1), 0.01 * Eigen::Matrix3d::Identity()};
    const Robot truth = with_payload(with_wrong_links(known, random, share), known.links().size() - 1, body);
    SimulatedLog log(random, truth, 600);
    log.add_noise(random, 0.1);
    Evidence evidence(regressor, columns, {});
    collect(evidence, log, known, true);
    const Identification result =
        identify(known, regressor, evidence.equations(), nullptr, choice, errors, "log.csv");
    const std::optional<PayloadEstimate> payload = payload_estimate(known, result, choice);
    ASSERT_TRUE(payload);
    inside += std::abs(payload->body.mass - mass) < payload->mass_half_width ? 1 : 0;
  }
  EXPECT_GE(inside, 0.9 * logs);
}

// Where links and rotors are right in the file, fitting them only follows the noise; friction is fitted.
TEST(Identification, TakesMoreParametersOnlyIfTheyPredictBetter) {
  int joints = 0, friction_of = 0, rotor_of = 0, with_links = 0;
  for (unsigned long seed = 1; seed <= 6; ++seed) {
    Random random(seed);
    const Robot known = tree(seed + 4);
    std::vector<Drive> drives;
    const Robot other = perturbed(random, known);
    for (const Joint& joint : other.joints()) drives.push_back(joint.drive);
    SimulatedLog log(random, known.with_drives(drives), 1000);
    log.add_noise(random, 1, 0.8);
    joints += static_cast<int>(known.dof());
    const Identification result = identified(known, log, all);
    for (const FitColumn& value : result.best().model.values) {
      friction_of += value.name.starts_with("coulomb_") ? 1 : 0;
      rotor_of += value.part == FitPart::rotor ? 1 : 0;
    }
    with_links += result.chosen + 2 >= result.ladder.size() ? 1 : 0;
  }
  EXPECT_GE(friction_of, 0.8 * joints);
  EXPECT_LE(rotor_of, 0.2 * joints);
  EXPECT_LE(with_links, 1);
}

Robot with_friction(const Robot& robot, std::size_t joint, const Friction& of_joint) {
  std::vector<Drive> drives;
  for (const Joint& each : robot.joints()) drives.push_back(each.drive);
  drives[robot.moving_joints()[joint]].joint = of_joint;
  return robot.with_drives(drives);
}

TEST(Identification, TakesFrictionOfTheJointsThatHaveIt) {
  Random random(5);
  const Robot known = tree(8);
  SimulatedLog log(random, with_friction(known, 1, {1, 2, -2}), 1000);
  log.add_noise(random, 0.5, 0.8);
  const Identification result = identified(known, log, friction);
  std::vector<std::string> names;
  for (const FitColumn& value : result.best().model.values) names.push_back(value.name);
  const std::string& joint = known.moving_joint(1).name;
  EXPECT_THAT(names, testing::ElementsAre("damping_" + joint, "coulomb_" + joint));
  EXPECT_EQ(name_of(result.best().model), "friction of 1 joint");
}

// What drives a joint is no friction: 0 is written and printed.
TEST(Identification, PrintsTheFrictionThatIsWritten) {
  Random random(6);
  const Robot known = tree(8);
  SimulatedLog log(random, known, 1000);
  log.block.measured.col(0) += 3 * log.block.dq.col(0).sign() - 0.5 * log.block.dq.col(0);
  log.add_noise(random, 0.1, 0.8);
  const Identification result = identified(known, log, {.friction = true});
  const std::size_t damping = 0;
  ASSERT_EQ(result.best().model.values[damping].name, "damping_" + known.moving_joint(0).name);
  EXPECT_NEAR(result.best().fit.unknowns[damping], -0.5, 0.1);
  EXPECT_NEAR(result.written[damping], 0, 1e-6);
  EXPECT_NEAR(result.best().possible.robot.moving_joint(0).drive.damping(), 0, 1e-6);
  const LogEquations none;
  EXPECT_THAT(cautions(none, result, {}, "motion"),
              testing::Contains(testing::HasSubstr("would drive the joint")));
}

TEST(Identification, RefusesMassesBeyondTenTimesTheFiles) {
  Random random(7);
  const Robot known = tree(8);
  std::vector<MassProperties> bodies;
  for (const Link& link : known.links()) {
    bodies.push_back(link.mass_properties);
    bodies.back().mass *= 30;
    bodies.back().inertia *= 30;
  }
  const SimulatedLog log(random, known.with_mass_properties(bodies), 1000);
  const Identification result = identified(known, log, all);
  EXPECT_THAT(result.ladder.back().refused, testing::HasSubstr("more than ten times the file's value"));
  EXPECT_LT(result.chosen + 1, result.ladder.size());
}

// The share of the variance, from the torques of the robot that is written in a log that the fit has not
// seen.
TEST(Identification, HeldOutSharesAreOfTheRobotThatIsWritten) {
  Random random(9);
  const Robot known = tree(8), truth = perturbed(random, known);
  SimulatedLog log(random, truth, 800), other(random, truth, 800);
  log.add_noise(random, 5);
  other.add_noise(random, 5);
  const Regressor regressor(known);
  const std::vector<FitColumn> columns = fit_columns(known, regressor, all).columns;
  Evidence fitted(regressor, columns, {}), held_out(regressor, columns, {});
  collect(fitted, log, known);
  collect(held_out, other, known);
  const Identification result =
      identify(known, regressor, fitted.equations(), &held_out.equations(), all, {}, "log.csv");
  other.fill(result.best().possible.robot);
  for (Eigen::Index j = 0; j < result.best().held_out.size(); ++j) {
    const auto measured = other.block.measured.col(j);
    EXPECT_NEAR(
        result.best().held_out[j],
        1 - (measured - other.block.tau.col(j)).square().sum() / (measured - measured.mean()).square().sum(),
        1e-6);
  }
}

// An offset of 0 that is known well is determined; noise leaves it open.
TEST(Identification, SaysWhetherAParameterIsDetermined) {
  const Robot known = tree(8);
  const Regressor regressor(known);
  for (const double noise : {0.01, 100.0}) {
    Random random(10);
    SimulatedLog log(random, known, 1000);
    log.add_noise(random, noise, 0.9);
    Evidence evidence(regressor, fit_columns(known, regressor, friction).columns, {});
    collect(evidence, log, known);
    const LogEquations& equations = evidence.equations();
    const Model model = ladder_of(equations.columns, known, regressor, friction).back();
    const ModelFit fit = LeastSquares(equations).fit(joined(equations), model);
    const std::vector<bool> is_determined =
        determined(equations, model, fit, uncertainty(equations, model, fit));
    const auto count = std::count(is_determined.begin(), is_determined.end(), true);
    if (noise < 1)
      EXPECT_EQ(count, model.basis.cols());
    else
      EXPECT_LE(count, model.basis.cols() / 4);
  }
}

// At one speed, damping and dry friction are not determined apart: one of them makes all of the friction.
TEST(Identification, LeavesWhatIsNotDeterminedAsInTheFile) {
  Random random(11);
  const Robot known = tree(8), real = with_friction(known, 0, {1, 2, -2});
  SimulatedLog log = SimulatedLog::of_random_rows(random, real, 1000);
  for (Eigen::Index k = 0; k < 1000; ++k)
    log.block.dq(k, 0) = (random.chance(0.5) ? 1 : -1) * random.uniform(1.997, 2.003);
  log.measure(real);
  log.add_noise(random, 0.5);
  const Identification result = identified(known, log, friction);
  const std::string joint = known.moving_joint(0).name;
  ASSERT_EQ(result.open.size(), 1u);
  EXPECT_THAT(result.open.front(), testing::AnyOf("damping_" + joint, "coulomb_" + joint));
  for (const bool is_determined : result.determined) EXPECT_TRUE(is_determined);
  const Drive& found = result.best().possible.robot.moving_joint(0).drive;
  EXPECT_NEAR(found.damping() * 2 + found.coulomb_positive(), 4, 0.1);
  EXPECT_THAT(cautions({}, result, {}, "motion"),
              testing::Contains(testing::HasSubstr("it stays as in the file")));
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
  for (unsigned long seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Robot known =
        random_robot(seed, {.joints = 2 + seed % 5, .fixed = 0, .massless = 0, .drives = false});
    SimulatedLog log(random, perturbed(random, known), 1000);
    log.add_noise(random, 0.1);
    const Identification result = identified(known, log, all);
    const Eigen::VectorXd best = result.ladder[result.chosen].explained;
    for (Eigen::Index j = 0; j < best.size(); ++j)
      EXPECT_GT(result.best().explained[j], best[j] - 0.001) << j;
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
