// `invdyn generate excitation`: a motion that tells parameters, on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "cli/run_program.h"

namespace invdyn::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

class GenerateExcitation : public testing::Test {
 protected:
  Outcome run(const std::string& arguments) const {
    return here_.run("invdyn generate excitation " + arguments);
  }
  std::string error(const std::string& arguments, int code) const {
    const Outcome outcome = run(arguments + " --trials 100 -o out.csv");
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(here_ / "out.csv"));
    return outcome.err;
  }

  Workplace here_;
};

const std::string rods = "two-link --duration 5 --rate 20 --trials 100 ";

TEST_F(GenerateExcitation, WritesAMotionFromRestToRest) {
  const Outcome outcome = run(rods + "--degrees --lower -90,0 --upper 90,120 --velocity 100");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto table = table_of(outcome.out);
  EXPECT_EQ(table.header, "t,q_shoulder,q_elbow,dq_shoulder,dq_elbow,ddq_shoulder,ddq_elbow");
  ASSERT_EQ(table.rows.size(), 101U);
  constexpr double degree = std::numbers::pi / 180, rounding = 1e-12;
  for (const auto& row : table.rows) {
    EXPECT_LE(std::abs(row[1]), 90 * degree + rounding);
    EXPECT_GE(row[2], -rounding);
    EXPECT_LE(row[2], 120 * degree + rounding);
    EXPECT_LE(std::max(std::abs(row[3]), std::abs(row[4])), 100 * degree + rounding);
  }
  for (const auto& row : {table.rows.front(), table.rows.back()})
    for (std::size_t i = 3; i < 7; ++i) EXPECT_EQ(row[i], 0);
}

TEST_F(GenerateExcitation, StatesConditionNumbers) {
  EXPECT_THAT(
      run(rods + "--velocity 2 --fit rotor,friction --fit links").err,
      MatchesRegex(
          "note: condition number [0-9.]+ for 13 base parameters \\(smaller is better\\). For comparison: a "
          "random series has condition number [0-9.]+ \\(median of 32 series\\); a motion between the limits "
          "with a "
          "trapezoidal speed profile (has condition number [0-9.]+|"
          "does not determine all parameters)\n"));
  EXPECT_THAT(run(rods + "-q").err, IsEmpty());
}

TEST_F(GenerateExcitation, DependsOnTheSeedAndNotOnThreads) {
  const std::string motion = run(rods).out;
  EXPECT_EQ(run(rods + "--threads 3").out, motion);
  EXPECT_EQ(run(rods + "--seed 1").out, motion);
  EXPECT_NE(run(rods + "--seed 2").out, motion);
}

TEST_F(GenerateExcitation, NamesJointsWithoutALimitOfSpeed) {
  EXPECT_THAT(run("two-link --duration 5 --rate 20 --trials 100").err,
              HasSubstr("no limit of velocity or acceleration is known for shoulder, elbow: only the range "
                        "of positions limits the speed of these joints. To set a limit, give --velocity"));
}

TEST_F(GenerateExcitation, RefusesWrongRequests) {
  EXPECT_THAT(
      error("two-link --duration 5 --rate 20 --fit mass", 2),
      HasSubstr("--fit: is \"mass\": expected one of friction, offset, rotor, links, all or payload=LINK"));
  EXPECT_THAT(error("two-link --duration 5 --rate 20 --fit payload=hand", 2),
              HasSubstr("--fit: is payload=hand: expected a link that moves, one of upper-arm, forearm"));
  EXPECT_THAT(error("two-link --duration 5 --rate 20 --lower 0 --upper 0,1", 2),
              HasSubstr("give joint \"shoulder\" the range from 0 to 0"));
  EXPECT_THAT(error("two-link --duration 5 --rate 20 --velocity 1,0", 2),
              HasSubstr("--velocity: is 0 for joint \"elbow\": expected a limit above 0"));
  EXPECT_THAT(error("two-link --duration 5 --rate 20 --velocity 1,2,3", 2),
              HasSubstr("--velocity: has 3 numbers: expected 2"));
  EXPECT_THAT(error("two-link --duration 5 --rate 1", 2), HasSubstr("5 harmonics need at least 20 steps"));
  EXPECT_THAT(error("two-link --duration 5 --dt 0.3", 2), HasSubstr("--duration: 5 s is not a multiple"));
  EXPECT_THAT(error("two-link --rate 20", 2), HasSubstr("--duration"));
}

TEST_F(GenerateExcitation, AsksForDegreesBeyondTheRobotsLimits) {
  const std::string arm = "ur5e --duration 4 --rate 20 --trials 100 ",
                    ask = "are the angles in degrees? Then";
  const std::string turns = run(arm + "--lower -90 --upper 90").err;
  EXPECT_THAT(turns,
              HasSubstr("warning: --lower: joint \"shoulder_pan_joint\" is at -90 rad (-5157 deg), below "
                        "its lower limit, -6.283 rad (-360 deg) (joints beyond their limits: "));
  EXPECT_THAT(turns, HasSubstr("warning: --upper: "));
  EXPECT_THAT(turns, HasSubstr(ask));
  const std::string speeds = run(arm + "--velocity 180").err;
  EXPECT_THAT(speeds,
              HasSubstr("warning: --velocity: joint \"shoulder_pan_joint\" moves at up to 180 rad/s"));
  EXPECT_THAT(speeds, HasSubstr(ask));
  EXPECT_THAT(run(arm + "--velocity 400 --degrees").err,
              HasSubstr(": expected values that keep the limits of the robot's file\n"));
  EXPECT_THAT(run(arm + "--lower -90 --upper 90 --velocity 180 --degrees").err,
              testing::Not(HasSubstr("warning")));
}

TEST_F(GenerateExcitation, NeedsRangesOfPrismaticJoints) {
  here_.write("slide.json", R"({"name": "slide", "convention": "tree", "joints": [
    {"name": "rail", "type": "prismatic", "parent": "base", "axis": [0, 0, 1], "link": {"name": "cart", "mass": 1, "com": [0, 0, 0], "inertia": {"ixx": 1, "iyy": 1, "izz": 1}}}]})");
  const std::string slide = "slide.json --duration 5 --rate 20 --velocity 1 ";
  EXPECT_THAT(error(slide, 2),
              HasSubstr("--lower and --upper: are needed, because joint \"rail\" has no limits of position"));
  EXPECT_EQ(run(slide + "--lower 0 --upper 1 --trials 100").code, 0);
}

// The arm is level within this range: the elbow holds 1 kg at 0.25 m, 2.45 N m.
TEST_F(GenerateExcitation, RefusesTorquesThatNoMotionKeeps) {
  EXPECT_THAT(error("two-link --duration 5 --rate 20 --lower -0.1 --upper 0.1 --torque 100,2", 1),
              HasSubstr("no motion was found that keeps the torque limits"));
}

}  // namespace
}  // namespace invdyn::test
