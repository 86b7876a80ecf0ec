#include "dynamics/simulation/perturbation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dynamics/simulation/cases.h"
#include "support/random_robot.h"

namespace invdyn::test {
namespace {

Robot chain() {
  return random_robot(5, {.joints = 200, .fixed = 0.2, .massless = 0.1});
}

// The standard defines the ten thousandth number of the engine [ISO C++ 20, 26.6.6], so the factors are the
// same everywhere.
TEST(Perturbation, UsesAnEngineDefinedByTheStandard) {
  std::mt19937_64 engine;
  engine.discard(9999);
  EXPECT_EQ(engine(), 9981545732273789042U);

  std::mt19937_64 same(5489);  // the default seed
  const Robot robot = chain();
  const Robot other = perturbed(robot, {.mass = 0.5, .seed = 5489});
  for (std::size_t i = 1; i < robot.links().size(); ++i) {
    const double u = static_cast<double>(same() / 2048) / 9007199254740992.0;
    same.discard(2);
    EXPECT_DOUBLE_EQ(other.links()[i].mass_properties.mass,
                     robot.links()[i].mass_properties.mass * (0.5 + u));
  }
}

TEST(Perturbation, ChangesItsQuantitiesUpToItsSize) {
  const Robot robot = chain();
  const Perturbation size{.mass = 0.05, .com = 0.2, .inertia = 0.1, .seed = 3};
  const Robot other = perturbed(robot, size);
  double largest = 0, smallest = 0;
  for (std::size_t i = 1; i < robot.links().size(); ++i) {
    const MassProperties &before = robot.links()[i].mass_properties,
                         &after = other.links()[i].mass_properties;
    if (before.mass == 0) {
      EXPECT_EQ(after.mass, 0);
      continue;
    }
    const double mass = after.mass / before.mass - 1;
    EXPECT_LE(std::abs(mass), size.mass);
    largest = std::max(largest, mass);
    smallest = std::min(smallest, mass);
    const double com = after.com.norm() / before.com.norm();
    EXPECT_LE(std::abs(com - 1), size.com);
    EXPECT_NEAR((after.com - com * before.com).norm(), 0, 1e-15);
    const double inertia = after.inertia.trace() / before.inertia.trace();
    EXPECT_LE(std::abs(inertia / (1 + mass) - 1), size.inertia + 1e-12);
    EXPECT_NEAR((after.inertia - inertia * before.inertia).norm(), 0, 1e-15);
  }
  EXPECT_GT(largest, 0.045);
  EXPECT_LT(smallest, -0.045);
}

// Runs with one error and with two can then be compared.
TEST(Perturbation, HasTheSameFactorsWithOtherPerturbations) {
  const Robot robot = chain();
  const Robot alone = perturbed(robot, {.mass = 0.05, .seed = 3});
  const Robot together = perturbed(robot, {.mass = 0.05, .com = 0.3, .inertia = 0.2, .seed = 3});
  const Robot other_seed = perturbed(robot, {.mass = 0.05, .seed = 4});
  int different = 0;
  for (std::size_t i = 1; i < robot.links().size(); ++i) {
    EXPECT_EQ(alone.links()[i].mass_properties.mass, together.links()[i].mass_properties.mass);
    // Inertia scales with mass.
    EXPECT_NEAR((alone.links()[i].mass_properties.inertia * robot.links()[i].mass_properties.mass -
                 robot.links()[i].mass_properties.inertia * alone.links()[i].mass_properties.mass)
                    .norm(),
                0, 1e-14);
    different += alone.links()[i].mass_properties.mass != other_seed.links()[i].mass_properties.mass;
  }
  EXPECT_GT(different, 150);
}

TEST(Perturbation, OfZeroSizeChangesNothing) {
  const Robot robot = chain(), same = perturbed(robot, {.seed = 9});
  for (std::size_t i = 0; i < robot.links().size(); ++i) {
    const MassProperties &before = robot.links()[i].mass_properties, &after = same.links()[i].mass_properties;
    EXPECT_EQ(after.mass, before.mass);
    EXPECT_EQ(after.com, before.com);
    EXPECT_EQ(after.inertia, before.inertia);
  }
}

}  // namespace
}  // namespace invdyn::test
