// Drives that turn with several joints, from simulated logs back to their parameters.

#include <gtest/gtest.h>

#include "answers/identification/climb.h"
#include "answers/identification/simulated_log.h"

namespace invdyn::test {
namespace {

constexpr FitChoice drives_alone{.friction = true, .offset = true, .rotor = true};

Robot plain_arm() {
  return random_robot(
      9, {.joints = 3, .prismatic = 0, .fixed = 0, .branching = 0, .massless = 0, .drives = false});
}

// The third drive turns with the second joint, by this factor; 0: it does not.
Robot arm(double factor, bool rubs) {
  const Robot plain = plain_arm();
  std::vector<Drive> drives;
  for (std::size_t j = 0; j < plain.joints().size(); ++j) {
    Drive& drive = drives.emplace_back();
    if (factor != 0 && j == 2) drive.turns_with = {{1, factor}};
    if (!rubs) continue;
    drive.joint = {0.5 + 0.25 * static_cast<double>(j), 2, -2};
    drive.rotor_inertia = 0.4;
    drive.offset = 0.3;
  }
  return plain.with_drives(drives);
}

struct Fit {
  Fit(const Robot& given, const SimulatedLog& log)
      : robot(given),
        regressor(robot),
        evidence(regressor, fit_columns(robot, regressor, drives_alone).columns,
                 {.min_speed = 0.02, .max_torque = {}}) {
    collect(evidence, log, robot);
    model = ladder_of(evidence.equations().columns, robot, regressor, drives_alone).back();
    climb.emplace(robot, regressor, evidence.equations(), nullptr, drives_alone, errors, 1);
  }
  Robot robot;
  Regressor regressor;
  Evidence evidence;
  LinkErrors errors;
  Model model;
  std::optional<Climb> climb;
};

TEST(CoupledDrives, AreFoundWithinTheirIntervals) {
  std::size_t inside = 0, all = 0;
  for (unsigned long seed = 1; seed <= 10; ++seed) {
    Random random(seed);
    const double factor = seed % 2 == 0 ? 1 : -0.6;
    const Robot truth = arm(factor, true), known = arm(factor, false);
    SimulatedLog log(random, truth, 1500);
    log.add_noise(random, 0.2);
    const Fit fit(known, log);
    const ModelFit found = fit.climb->fit(fit.model);
    const Uncertainty errors = fit.climb->errors_of(fit.model, found);
    ASSERT_EQ(fit.model.values.size(), 12U);
    for (std::size_t k = 0; k < 12; ++k) {
      const FitColumn& value = fit.model.values[k];
      const auto at = static_cast<Eigen::Index>(k);
      const Drive& drive = truth.moving_joint(value.joint()).drive;
      const double expected = value.name.starts_with("damping")   ? drive.damping()
                              : value.name.starts_with("coulomb") ? drive.coulomb_positive()
                              : value.name.starts_with("rotor")   ? drive.reflected_inertia()
                                                                  : drive.offset,
                   error = value.value + found.unknowns[at] - expected;
      EXPECT_LT(std::abs(error), 3 * errors.half_width[at]) << value.name << " " << seed;
      inside += std::abs(error) <= errors.half_width[at];
      ++all;
    }
  }
  EXPECT_GE(inside, all * 90 / 100);
}

// The right one of two robots predicts rows that were held out better, and so does the right sign.
TEST(CoupledDrives, AreChosenOnlyWhereTheyAre) {
  for (unsigned long seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    for (const double truth : {0.0, 1.0, -1.0}) {
      SimulatedLog log(random, arm(truth, true), 1500);
      log.add_noise(random, 0.2);
      const Fit by_joint(arm(0, false), log), turning(arm(1, false), log);
      EXPECT_EQ(turning.climb->is_better(turning.model, *by_joint.climb, by_joint.model), truth == 1)
          << truth << " " << seed;
    }
  }
}

}  // namespace
}  // namespace invdyn::test
