// Options that change the physics, on the Puma 560 and the pendulum. The Puma's numbers are those of P. I.
// Corke, as in robots/puma560.json; the terms are computed from them by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

constexpr std::size_t dof = 6;

struct Motor {
  double rotor_inertia, gear_ratio, damping, coulomb_positive, coulomb_negative;
};
constexpr Motor motors[dof] = {
    {200e-6, -62.6111, 1.48e-3, 0.395, -0.435},  {200e-6, 107.815, 0.817e-3, 0.126, -0.071},
    {200e-6, -53.7063, 1.38e-3, 0.132, -0.105},  {33e-6, 76.0364, 71.2e-6, 11.2e-3, -16.9e-3},
    {33e-6, 71.923, 82.6e-6, 9.26e-3, -14.5e-3}, {33e-6, 76.686, 36.7e-6, 3.96e-3, -10.5e-3},
};

// Three rows: moving forward, moving backward, at rest; with accelerations of both signs.
constexpr double dq[3][dof] = {{1, 2, 0.5, 3, 0.25, 4}, {-1, -2, -0.5, -3, -0.25, -4}, {0, 0, 0, 0, 0, 0}};
constexpr double ddq[3][dof] = {{1, -2, 3, -4, 5, -6}, {-0.5, 1, -1.5, 2, -2.5, 3}, {1, 1, 1, 1, 1, 1}};
constexpr double q_degrees[dof] = {10, 45, -60, 30, 15, 20};

std::string motion(double angle_unit) {
  std::string text = "t";
  for (const std::string quantity : {",q_joint", ",dq_joint", ",ddq_joint"})
    for (std::size_t j = 1; j <= dof; ++j) text += quantity + std::to_string(j);
  const auto append = [&](double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, ",%.17g", value * angle_unit);
    text += digits;
  };
  for (int row = 0; row < 3; ++row) {
    text += '\n' + std::to_string(row);
    for (const double q : q_degrees) append(q * std::numbers::pi / 180);
    for (const double v : dq[row]) append(v);
    for (const double a : ddq[row]) append(a);
  }
  return text + '\n';
}

using Torques = std::vector<std::vector<double>>;  // [row][joint]

class Puma : public testing::Test {
 protected:
  Puma() {
    here_.write("m.csv", motion(1));
    here_.write("degrees.csv", motion(180 / std::numbers::pi));
  }

  Torques torques(const std::string& arguments) const {
    const Outcome outcome = here_.run("invdyn torque puma560 --quiet " + arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    Torques rows = table_of(outcome.out).rows;
    for (std::vector<double>& row : rows) row.erase(row.begin());  // t
    EXPECT_THAT(rows, testing::SizeIs(3));
    return rows;
  }

  const Workplace here_;
};

// The maximum torques are about 100 N m; a difference of two of them loses 1e-14.
constexpr double rounding = 1e-11;

// |G| Tc+ or |G| Tc- with the sign of dq, none at rest; G^2 B dq.
TEST_F(Puma, NoFrictionLeavesOutViscousAndCoulombFriction) {
  const Torques all = torques("m.csv"), without = torques("m.csv --no-friction");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t j = 0; j < dof; ++j) {
      const Motor& m = motors[j];
      const double v = dq[row][j];
      const double coulomb = v > 0 ? m.coulomb_positive : v < 0 ? m.coulomb_negative : 0;
      EXPECT_NEAR(all[row][j] - without[row][j],
                  m.gear_ratio * m.gear_ratio * m.damping * v + std::abs(m.gear_ratio) * coulomb, rounding)
          << "row " << row << ", joint " << j + 1;
    }
}

// G^2 Jm ddq.
TEST_F(Puma, NoRotorLeavesOutTheReflectedInertia) {
  const Torques all = torques("m.csv"), without = torques("m.csv --no-rotor");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t j = 0; j < dof; ++j) {
      const Motor& m = motors[j];
      EXPECT_NEAR(all[row][j] - without[row][j], m.gear_ratio * m.gear_ratio * m.rotor_inertia * ddq[row][j],
                  rounding)
          << "row " << row << ", joint " << j + 1;
    }
}

TEST_F(Puma, NoFrictionAndNoRotorAddUp) {
  const Torques all = torques("m.csv"), no_friction = torques("m.csv --no-friction"),
                no_rotor = torques("m.csv --no-rotor"), neither = torques("m.csv --no-friction --no-rotor");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t j = 0; j < dof; ++j)
      EXPECT_NEAR(no_friction[row][j] + no_rotor[row][j], all[row][j] + neither[row][j], rounding);
}

TEST_F(Puma, DegreesAreConvertedAndTorquesAreNot) {
  const Torques radians = torques("m.csv"), degrees = torques("degrees.csv --degrees");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t j = 0; j < dof; ++j) EXPECT_NEAR(radians[row][j], degrees[row][j], rounding);
}

// Gravity enters linearly, and its part does not depend on velocities and accelerations: twice the gravity
// adds the same amount again, and gravity along -x subtracts the amount that gravity along x adds.
TEST_F(Puma, GravityEntersLinearly) {
  const Torques none = torques("m.csv --gravity 0,0,0"), once = torques("m.csv --gravity 0.5,-1,-9.81"),
                twice = torques("m.csv --gravity 1,-2,-19.62"), back = torques("m.csv --gravity -.5,1,9.81");
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t j = 0; j < dof; ++j) {
      EXPECT_NEAR(twice[row][j] - none[row][j], 2 * (once[row][j] - none[row][j]), 4 * rounding);
      EXPECT_NEAR(back[row][j] - none[row][j], none[row][j] - once[row][j], 4 * rounding);
    }
  EXPECT_GT(std::abs(once[0][1] - none[0][1]), 1);  // due to 17 kg on the upper arm
}

TEST_F(Puma, WarnsOfGravityThatPointsUpwards) {
  const auto run = [&](const std::string& options) {
    return here_.run("invdyn torque puma560 m.csv --gravity 0,0,9.81 -o up.csv " + options);
  };
  const std::string text = "points upwards, opposite to the gravity of puma560: expected --gravity 0,0,-9.81";
  EXPECT_THAT(run("").err, testing::HasSubstr("warning: --gravity 0,0,9.81: " + text +
                                              " (for a robot on a ceiling, give "
                                              "--base-rpy 3.14159265,0,0 instead of --gravity)"));
  EXPECT_EQ(run("").code, 0);
  EXPECT_EQ(run("--strict").code, 1);
  const Outcome turned = run("--strict --base-rpy 3.14159265,0,0");
  EXPECT_EQ(turned.code, 0) << turned.err;
  EXPECT_THAT(turned.err, testing::HasSubstr("note: --gravity 0,0,9.81 " + text));
  EXPECT_THAT(here_.run("invdyn torque puma560 m.csv --gravity 0,0,-9.81 -o down.csv").err,
              testing::Not(testing::HasSubstr("expected")));
}

TEST_F(Puma, SuspectsTheUnitInWhichGravityIsThatOfTheEarth) {
  const auto warning = [&](const std::string& gravity) {
    return here_.run("invdyn torque puma560 m.csv --gravity " + gravity + " -o other.csv").err;
  };
  EXPECT_THAT(warning("0,0,-9810"), testing::HasSubstr("in mm/s^2? Then give 0,0,-9.81\n"));
  EXPECT_THAT(warning("0,0,-981"), testing::HasSubstr("in cm/s^2? Then give 0,0,-9.81\n"));
  EXPECT_THAT(warning("0,0,-32.2"), testing::HasSubstr("in ft/s^2? Then give 0,0,-9.81456\n"));
  EXPECT_THAT(warning("0,0,-1620"), testing::HasSubstr("in mm/s^2 or cm/s^2? Expected m/s^2\n"));
  EXPECT_THAT(warning("0,0,-24.8"), testing::Not(testing::HasSubstr("/s^2?")));
}

// At q = 0 the upper arm lies along x and the forearm points upwards. Distances from the shoulder's axis
// along x:
//   the upper arm, 17.4 kg, at 0.4318 - 0.3638; the forearm, 4.8 kg, at 0.4318 + 0.0203 - 0.0203;
//   the wrist's links, 0.82 + 0.34 + 0.09 kg, at 0.4318 + 0.0203 (joints 4 and 6 are vertical there).
// The first joint is vertical: gravity does not load it.
TEST_F(Puma, GravityLoadsTheShoulderAtZeroPosture) {
  here_.write("zero.csv",
              "t,joint1,joint2,joint3,joint4,joint5,joint6\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n2,0,0,0,0,0,0\n");
  const double arm = 17.4 * 0.068 + 4.8 * 0.4318 + 1.25 * 0.4521;  // kg m
  for (const auto& [option, g] : {std::pair{"", 9.80665},
                                  {"--gravity 0,0,-1.62", 1.62},
                                  {"--gravity 0,0,9.81", -9.81},
                                  {"--gravity 0,0,0", 0.0}}) {
    const Torques rows = torques(std::string("zero.csv ") + option);
    EXPECT_NEAR(rows[0][1], g * arm, rounding) << option;
    EXPECT_NEAR(rows[0][0], 0, rounding) << option;
  }
}

}  // namespace
}  // namespace invdyn::test
